// Drives a program over MCP with the official TypeScript SDK. A job comes as JSON on standard input:
// {client, auto, transport, steps}, of which connect.mjs knows the first three; what happened goes out as JSON.
//
// A step is {call, arguments, save, progress, abortAfter} or {read: uri} or {prompt, arguments}, or
// {endSession: true}; "${name}" in arguments stands for what an earlier step saved from its result by
// path. With abortAfter, in milliseconds, the call is cancelled by then. With {elicit: {…}} in the job the
// client can ask its user, who always answers that; what was asked goes out too.
import { readFileSync } from 'node:fs';

import { connect, imports, negotiated } from './connect.mjs';

const job = JSON.parse(readFileSync(0, 'utf8'));
const wire = []; // what went over HTTP
const asked = []; // what the user was asked

async function watched(url, init) {
  const seen = { method: init?.method ?? 'GET', session: new Headers(init?.headers).has('mcp-session-id') };
  wire.push(seen);
  const response = await fetch(url, init);
  return Object.assign(seen, { status: response.status, type: response.headers.get('content-type') ?? '' }) && response;
}

async function connected() {
  const sdk = await imports(job.client);
  const prepare = (client) => job.elicit && client.setRequestHandler(sdk.ElicitRequestSchema ?? 'elicitation/create', ({ params }) => {
    asked.push(params.message);
    return job.elicit;
  });
  return connect(sdk, job, { capabilities: job.elicit && { elicitation: {} }, prepare, fetch: watched });
}

const saved = {};
const fill = (value) => JSON.parse(
  JSON.stringify(value ?? {}).replace(/\$\{(\w+)\}/g, (_, name) => saved[name]));
const at = (value, path) => path.split('.').reduce((v, key) => v?.[key], value);

async function take({ client, transport }, step) {
  if (step.read) return client.readResource({ uri: fill(step.read) });
  if (step.prompt) return client.getPrompt({ name: step.prompt, arguments: fill(step.arguments) });
  if (step.endSession) return (await transport.terminateSession()) ?? {};
  const progress = [];
  const options = {
    ...(step.progress && { onprogress: (p) => progress.push(p.progress) }),
    ...(step.abortAfter && { signal: AbortSignal.timeout(step.abortAfter) }),
  };
  const params = { name: step.call, arguments: fill(step.arguments) };
  const result = job.client === 'sdk'
    ? await client.callTool(params, undefined, options)
    : await client.callTool(params, options);
  for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = at(result.structuredContent, path);
  return { ...result, progress };
}

const connection = await connected();
const { client } = connection;
const { tools } = await client.listTools();
const answers = [];
for (const step of job.steps) {
  try {
    answers.push({ result: await take(connection, step) });
  } catch (error) {
    answers.push({ error: String(error) });
  }
}
process.stdout.write(JSON.stringify({
  server: client.getServerVersion(), instructions: client.getInstructions?.() ?? '', negotiated: negotiated(client), tools, answers, wire, asked,
}));
await client.close();
