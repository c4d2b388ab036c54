/**
 * An application that hooks ask: the requests that came, and answers as the test wants them.
 */
import { createServer } from 'node:http';
import { until } from './waiting.mjs';
import { sdk } from './pusher_client.mjs';

/**
 * Starts an application.
 * @param answer what a question is answered: a function of the question that returns an object (status 200), a number (a
 *               status), or a promise of either. It is called for each question of a list.
 * @param raw    in place of that, a function of request and response that answers by itself, or never does
 */
export async function startApplication({ answer = () => ({}), raw, port = 0 } = {}) {
  const application = { answer, raw, requests: [], questions: [], open: 0, most: 0, sockets: 0 };
  const server = createServer((request, response) => {
    const chunks = [];
    application.most = Math.max(application.most, ++application.open);
    response.on('close', () => application.open--);
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const { method, url, headers } = request;
      const parsed = JSON.parse(body);
      const questions = parsed.hooks ?? [parsed];
      const kept = { method, url, headers, body, parsed, questions };
      application.requests.push(kept);
      application.questions.push(...questions);
      if (application.raw) return application.raw(kept, response);
      const answers = await Promise.all(questions.map((question) => application.answer(question)));
      if (typeof answers[0] === 'number') return response.writeHead(answers[0]).end();
      // An answer may be JSON by itself, where numbers must stay as they are.
      const texts = answers.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(parsed.hooks ? `{"answers":[${texts}]}` : texts[0]);
    });
  });
  server.on('connection', () => application.sockets++);
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  application.port = server.address().port;
  application.url = `http://127.0.0.1:${application.port}/hook?token=hidden`;
  /** Waits for a question that has all of these fields. */
  application.question = (fields, ms) => {
    const has = (question) => Object.entries(fields).every(([key, value]) => question[key] === value);
    return until(() => application.questions.find(has), `question ${JSON.stringify(fields)}`, ms);
  };
  /** Whether Pusher's own library believes a request. */
  application.isValid = (server, { headers, body }) => sdk(server).webhook({ headers, rawBody: body }).isValid();
  application.stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return application;
}
