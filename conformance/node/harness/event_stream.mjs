/**
 * Streams of events over plain HTTP, read by hand: each event as it came.
 */
import { Agent, request } from 'node:http';
import { constants, createGunzip } from 'node:zlib';
import { signedQuery } from './signed_http.mjs';
import { until } from './waiting.mjs';

const open = new Set();

/** A target, signed by the application. */
export function signedTarget(server, path, query = {}, app = server.app) {
  return `${path}?${new URLSearchParams(signedQuery(app, 'GET', path, '', query))}`;
}

/** Opens a stream; resolves once its head has come. */
export function openStream(server, target, { headers = {}, method = 'GET' } = {}) {
  return new Promise((done, fail) => {
    const sent = request(
      { host: server.host, port: server.port, path: target, method, headers, agent: new Agent() },
      (response) => done(new Stream(sent, response)),
    );
    sent.on('error', fail);
    sent.end();
  });
}

class Stream {
  constructor(sent, response) {
    this.sent = sent;
    this.status = response.statusCode;
    this.headers = response.headers;
    this.text = '';
    this.isOver = false;
    this.read = 0;
    open.add(this);
    /** Bytes of the body as they came. */
    this.bytes = 0;
    response.on('data', ({ length }) => (this.bytes += length));
    response.on('error', () => {});
    // A compressed stream ends with its connection, without an end of its own.
    const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
    const isCompressed = this.headers['content-encoding'] === 'gzip';
    const body = isCompressed ? response.pipe(createGunzip(flush)) : response;
    body.setEncoding('utf8');
    body.on('data', (text) => (this.text += text));
    body.on('error', (error) => (this.error = error));
    this.ended = new Promise((done) => response.on('close', done)).then(() => {
      this.isOver = true;
      return this.text;
    });
  }

  /** The whole events that have come: `{id, event, data}`, the data parsed. */
  events() {
    const blocks = this.text.split('\n\n').slice(0, -1);
    return blocks.map((block) => {
      const event = {};
      for (const line of block.split('\n')) {
        const [, field, value] = /^(\w*): ?(.*)$/.exec(line);
        if (field) event[field] = field === 'data' ? JSON.parse(value) : value;
      }
      return event;
    });
  }

  /** Those that have data. */
  messages() {
    return this.events().filter(({ data }) => data);
  }

  /** The id that a browser would come back with. */
  lastId() {
    return this.events().findLast(({ id }) => id)?.id;
  }

  lines() {
    return this.text.split('\n').slice(0, -1).filter(Boolean).map((line) => JSON.parse(line));
  }

  received(count) {
    return until(() => this.messages().length >= count && this.messages(), `${count} events of ${this.text}`);
  }

  end() {
    open.delete(this);
    this.sent.destroy();
  }
}

export function endStreams() {
  open.forEach((stream) => stream.end());
}
