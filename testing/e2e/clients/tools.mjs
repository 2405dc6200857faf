// Drives Plotline with a framework's own tools, as testing/e2e/frameworks/drive.py does in Python. A job comes as JSON
// on standard input: {framework, transport, page, steps}. The page is a module with the framework's example in
// docs/clients.md, with the address and the program of the test.
import { readFileSync } from 'node:fs';

const job = JSON.parse(readFileSync(0, 'utf8'));
const page = await import(job.page);

// textOf returns the text of an MCP result, and throws if the result is an error.
function textOf({ isError, content }) {
  const text = content.map((block) => block.text).join('');
  if (isError) throw new Error(text);
  return text;
}

// Each framework has a function that returns its tools, as functions by name, and a function that closes it.
const frameworks = {
  async ai() {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { asSchema } = await import('ai');
    const client = await createMCPClient({ transport: page[job.transport] });
    const tools = {};
    for (const [name, tool] of Object.entries(await client.tools())) {
      await asSchema(tool.inputSchema).jsonSchema; // what a model gets
      tools[name] = async (args) => textOf(await tool.execute(args, { toolCallId: '1', messages: [] }));
    }
    return { tools, close: () => client.close() };
  },
  async '@modelcontextprotocol/sdk'() {
    await page.client.connect(page[job.transport]);
    const tools = {};
    for (const { name } of (await page.client.listTools()).tools) {
      tools[name] = async (args) => textOf(await page.client.callTool({ name, arguments: args }));
    }
    return { tools, close: () => page.client.close() };
  },
};

const saved = {};
const fill = (value) => JSON.parse(JSON.stringify(value).replace(/\$\{(\w+)\}/g, (_, name) => saved[name]));
const { version } = JSON.parse(readFileSync(new URL(`node_modules/${job.framework}/package.json`, import.meta.url)));

const { tools, close } = await frameworks[job.framework]();
const answers = [];
for (const step of job.steps) {
  try {
    const text = await tools[step.call](fill(step.arguments));
    for (const [name, key] of Object.entries(step.save ?? {})) saved[name] = JSON.parse(text)[key];
    answers.push({ text });
  } catch (error) {
    answers.push({ error: String(error) });
  }
}
process.stdout.write(JSON.stringify({ version, tools: Object.keys(tools), answers }));
await close();
