// Drives a program over MCP with the official TypeScript SDK. A job comes as JSON on standard input:
// {client: "sdk" | "client", auto: bool, transport, steps}; what happened goes out as JSON. The
// transport is {command, args, env} for standard streams, or {url, headers} for streamable HTTP.
//
// A step is {call, arguments, save, progress, abortAfter} or {read: uri} or {prompt, arguments}, or
// {endSession: true}; "${name}" in arguments stands for what an earlier step saved from its result by
// path. With abortAfter, in milliseconds, the call is cancelled by then. With {elicit: {…}} in the job the
// client can ask its user, who always answers that; what was asked goes out too.
import { readFileSync } from 'node:fs';

const job = JSON.parse(readFileSync(0, 'utf8'));
const wire = []; // what went over HTTP
const asked = []; // what the user was asked

async function modules() {
  if (job.client === 'sdk') {
    return {
      ...await import('@modelcontextprotocol/sdk/client/index.js'),
      ...await import('@modelcontextprotocol/sdk/client/stdio.js'),
      ...await import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
      ...await import('@modelcontextprotocol/sdk/types.js'),
    };
  }
  return { ...await import('@modelcontextprotocol/client'), ...await import('@modelcontextprotocol/client/stdio') };
}

async function watched(url, init) {
  const seen = { method: init?.method ?? 'GET', session: new Headers(init?.headers).has('mcp-session-id') };
  wire.push(seen);
  const response = await fetch(url, init);
  return Object.assign(seen, { status: response.status, type: response.headers.get('content-type') ?? '' }) && response;
}

function transportOf({ StdioClientTransport, StreamableHTTPClientTransport }) {
  const { url, headers, ...program } = job.transport;
  if (url) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: watched });
  return new StdioClientTransport({ ...program, env: { ...process.env, ...program.env }, stderr: 'inherit' });
}

async function connect() {
  const imported = await modules();
  const client = new imported.Client({ name: 'e2e-' + job.client, version: '1.0.0' }, {
    ...(job.auto && { versionNegotiation: { mode: 'auto' } }), ...(job.elicit && { capabilities: { elicitation: {} } }),
  });
  if (job.elicit) {
    client.setRequestHandler(imported.ElicitRequestSchema ?? 'elicitation/create', ({ params }) => {
      asked.push(params.message);
      return job.elicit;
    });
  }
  const transport = transportOf(imported);
  await client.connect(transport);
  return { client, transport };
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

const connection = await connect();
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
const negotiated = client.getNegotiatedProtocolVersion?.() ?? client.transport?.protocolVersion ?? '';
process.stdout.write(JSON.stringify({
  server: client.getServerVersion(), instructions: client.getInstructions?.() ?? '', negotiated, tools, answers, wire, asked,
}));
await client.close();
