/**
 * An application that hooks ask: the requests that came, and answers as the test wants them.
 */
import { listen } from './http_receiver.mjs';
import { until } from './waiting.mjs';

/**
 * Starts an application.
 * @param answer what a question is answered: a function of the question that returns an object (status 200), a number (a
 *               status), or a promise of either. It is called for each question of a list.
 * @param raw    in place of that, a function of request and response that answers by itself, or never does
 */
export async function startApplication({ answer = () => ({}), raw, port = 0 } = {}) {
  const application = { answer, raw, requests: [], questions: [] };
  const handle = async (request, response) => {
    const parsed = JSON.parse(request.body);
    const questions = parsed.hooks ?? [parsed];
    const kept = { ...request, parsed, questions };
    application.requests.push(kept);
    application.questions.push(...questions);
    if (application.raw) return application.raw(kept, response);
    const answers = await Promise.all(questions.map((question) => application.answer(question)));
    if (typeof answers[0] === 'number') return response.writeHead(answers[0]).end();
    // An answer may be JSON by itself, where numbers must stay as they are.
    const texts = answers.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(parsed.hooks ? `{"answers":[${texts}]}` : texts[0]);
  };
  await listen(application, handle, port);
  /** Waits for a question that has all of these fields. */
  application.question = (fields, ms) => {
    const has = (question) => Object.entries(fields).every(([key, value]) => question[key] === value);
    return until(() => application.questions.find(has), `question ${JSON.stringify(fields)}`, ms);
  };
  return application;
}
