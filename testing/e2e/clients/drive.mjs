// Drives a program over MCP's standard streams with the official TypeScript SDK. A job comes as JSON
// on standard input: {client: "sdk" | "client", auto: bool, command, args, env, steps}; what happened
// goes out as JSON. A step is {call, arguments, save} or {read: uri} or {prompt, arguments}; "${name}"
// in arguments stands for what an earlier step saved from its result by path.
import { readFileSync } from 'node:fs';

const job = JSON.parse(readFileSync(0, 'utf8'));

async function connect() {
  const transport = { command: job.command, args: job.args, env: { ...process.env, ...job.env }, stderr: 'inherit' };
  const info = { name: 'e2e-' + job.client, version: '1.0.0' };
  if (job.client === 'sdk') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const client = new Client(info);
    await client.connect(new StdioClientTransport(transport));
    return client;
  }
  const { Client } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const client = new Client(info, job.auto ? { versionNegotiation: { mode: 'auto' } } : {});
  await client.connect(new StdioClientTransport(transport));
  return client;
}

const saved = {};
const fill = (value) => JSON.parse(
  JSON.stringify(value ?? {}).replace(/\$\{(\w+)\}/g, (_, name) => saved[name]));
const at = (value, path) => path.split('.').reduce((v, key) => v?.[key], value);

async function take(client, step) {
  if (step.read) return client.readResource({ uri: fill(step.read) });
  if (step.prompt) return client.getPrompt({ name: step.prompt, arguments: fill(step.arguments) });
  const progress = [];
  const options = step.progress ? { onprogress: (p) => progress.push(p.progress) } : {};
  const params = { name: step.call, arguments: fill(step.arguments) };
  const result = job.client === 'sdk'
    ? await client.callTool(params, undefined, options)
    : await client.callTool(params, options);
  for (const [name, path] of Object.entries(step.save ?? {})) saved[name] = at(result.structuredContent, path);
  return { ...result, progress };
}

const client = await connect();
const { tools } = await client.listTools();
const answers = [];
for (const step of job.steps) {
  try {
    answers.push({ result: await take(client, step) });
  } catch (error) {
    answers.push({ error: String(error) });
  }
}
const negotiated = client.getNegotiatedProtocolVersion?.() ?? client.transport?.protocolVersion ?? '';
process.stdout.write(JSON.stringify({
  server: client.getServerVersion(), instructions: client.getInstructions?.() ?? '', negotiated, tools, answers,
}));
await client.close();
