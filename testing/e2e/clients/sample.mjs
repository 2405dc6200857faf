// Has a program's tool ask the client's own model (sampling), with the official TypeScript SDK. A job comes
// as JSON on standard input: {client, auto, transport, tool, arguments, answers, abortAfter}, of which
// connect.mjs knows the first three; what happened goes out as JSON.
//
// The answers are what the model says, one after the other, the last of them again and again: a text; an
// object {text, model, stopReason, content}, of which each may be left out; "decline", with which the
// user does not let the model answer; or "hang", which never answers. Without answers the client lends no
// model. With abortAfter, in milliseconds, the call is cancelled by then.
//
// Out comes {negotiated, result | error, asked, cancelled, progress}: what the model was asked, how many of
// those questions were taken back, and the messages of progress that came.
import { readFileSync } from 'node:fs';

import { connect, imports, negotiated } from './connect.mjs';

const job = JSON.parse(readFileSync(0, 'utf8'));
const asked = [];
const progress = [];
let cancelled = 0;

// The model: what it says to a question, which the client may take back by the signal.
function answerTo(params, signal) {
  asked.push(params);
  signal?.addEventListener('abort', () => { cancelled += 1; });
  const answer = job.answers[Math.min(asked.length, job.answers.length) - 1];
  if (answer === 'hang') return new Promise(() => {});
  if (answer === 'decline') throw Object.assign(new Error('User rejected sampling request'), { code: -1 });
  const { text, ...rest } = typeof answer === 'string' ? { text: answer } : answer;
  return { role: 'assistant', model: 'canned', stopReason: 'endTurn', content: { type: 'text', text }, ...rest };
}

const sdk = await imports(job.client);
const lend = (client) => job.answers && client.setRequestHandler(
  sdk.CreateMessageRequestSchema ?? 'sampling/createMessage',
  ({ params }, extra) => answerTo(params, extra?.signal ?? extra?.mcpReq?.signal));
const { client } = await connect(sdk, job, { capabilities: job.answers && { sampling: {} }, prepare: lend });

const params = { name: job.tool, arguments: job.arguments ?? {} };
const options = {
  onprogress: ({ message }) => progress.push(message ?? ''), resetTimeoutOnProgress: true,
  ...(job.abortAfter && { signal: AbortSignal.timeout(job.abortAfter) }),
};
const outcome = {};
try {
  outcome.result = job.client === 'sdk'
    ? await client.callTool(params, undefined, options)
    : await client.callTool(params, options);
} catch (error) {
  outcome.error = String(error);
}
if (job.abortAfter) await client.ping?.().catch(() => {}); // what was sent before has come by then
process.stdout.write(JSON.stringify({ negotiated: negotiated(client), ...outcome, asked, cancelled, progress }), () => {
  client.close().finally(() => process.exit(0)); // a model that hangs would keep us
});
