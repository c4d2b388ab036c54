/** Debian's Chromium with pages of the test's own, served on loopback. */
import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';

const resolve = createRequire(import.meta.url).resolve;
const pusherFolder = join(dirname(resolve('pusher-js/package.json')), 'dist/web');

/** The builds for browsers, under the names that the pages load them by. */
const SCRIPTS = {
  '/pusher.js': join(pusherFolder, 'pusher.min.js'),
  '/pusher-with-encryption.js': join(pusherFolder, 'pusher-with-encryption.min.js'),
  '/pusher-7.js': join(dirname(resolve('pusher-js-7/package.json')), 'dist/web/pusher.min.js'),
  '/baton.js': join(import.meta.dirname, '../../../packages/baton-js/dist/index.js'),
  '/echo.js': join(dirname(resolve('laravel-echo')), 'echo.iife.js'),
};

/**
 * Starts browser and page server.
 * @param routes more paths: functions of the request's form fields that return an object for a JSON answer
 */
export async function startBrowser(routes = {}) {
  const site = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://site').pathname;
    let body = '';
    for await (const piece of request) body += piece;
    if (routes[path]) {
      const answer = routes[path](new URLSearchParams(body));
      response.writeHead(answer ? 200 : 403, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    } else if (SCRIPTS[path]) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(SCRIPTS[path]));
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html><title>page</title>');
    }
  });
  await new Promise((done) => site.listen(0, '127.0.0.1', done));
  const profile = mkdtempSync(join(tmpdir(), 'baton-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: '/usr/bin/chromium',
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const url = `http://127.0.0.1:${site.address().port}`;
  return {
    url,
    /** A page with these scripts of SCRIPTS. */
    page: async (...scripts) => {
      const page = await context.newPage();
      await page.goto(url);
      for (const script of scripts) await page.addScriptTag({ url: script });
      return page;
    },
    /** A page without anything. */
    blank: () => context.newPage(),
    /** Closes all pages, as somebody does who leaves. */
    closePages: () => Promise.all(context.pages().map((page) => page.close())),
    stop: async () => {
      await context.close();
      site.closeAllConnections();
      await new Promise((done) => site.close(done));
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
