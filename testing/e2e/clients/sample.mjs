// Has a program's tool ask the client's own model (sampling), with the official TypeScript SDK. A job comes
// as JSON on standard input: {client, auto, transport, tool, arguments, answers, abortAfter}, of which
// connect.mjs knows the first three; what happened goes out as JSON.
//
// The answers are what the model says, one after the other, the last of them again and again: a text; an
// object {text, model, stopReason, content}, of which each may be left out; "decline", with which the user
// does not let the model answer; or "hang", which waits until the question is taken back. Without answers
// the client lends no model. With abortAfter, the call is cancelled so many milliseconds
// after a question.
//
// Out comes {negotiated, result | error, asked, cancelled, progress}: what the model was asked, how many of
// those questions were taken back, and the messages of progress that came.
import { readFileSync } from 'node:fs';

import { connect, imports, negotiated } from './connect.mjs';

const job = JSON.parse(readFileSync(0, 'utf8'));
const asked = [];
const progress = [];
const abort = new AbortController(); // of the call
let cancelled = 0;
let toldBack;
const takenBack = new Promise((resolve) => { toldBack = resolve; });

// The model: what it says to a question, which the client may take back by the signal.
function answerTo(params, signal) {
  asked.push(params);
  if (job.abortAfter) setTimeout(() => abort.abort(new Error('aborted')), job.abortAfter);
  signal?.addEventListener('abort', () => { cancelled += 1; toldBack(); });
  const answer = job.answers[Math.min(asked.length, job.answers.length) - 1];
  if (answer === 'hang') {
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('taken back'))));
  }
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
const options = { onprogress: ({ message }) => progress.push(message ?? ''), resetTimeoutOnProgress: true, signal: abort.signal };
const outcome = {};
try {
  outcome.result = job.client === 'sdk'
    ? await client.callTool(params, undefined, options)
    : await client.callTool(params, options);
} catch (error) {
  outcome.error = String(error);
}
if (job.abortAfter && job.transport.command) await takenBack; // over HTTP the client closes the stream that would tell
process.stdout.write(JSON.stringify({ negotiated: negotiated(client), ...outcome, asked, cancelled, progress }), () => {
  client.close().finally(() => process.exit(0)); // a model that hangs would keep us
});
