// A chat that shows MCP Apps by the AppBridge of the extension's own package. Tests call begin once and show for
// each call of a tool. What the app asked of the chat is in window.chat.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

const mimeType = 'text/html;profile=mcp-app';
// Relayed reaches a server that speaks over standard input and output: the test passes on each line.
class Relayed {
  async start() {
    this.lines = new EventSource('/stdio');
    this.lines.onmessage = ({ data }) => this.onmessage?.(JSON.parse(data));
    await new Promise((resolve) => { this.lines.onopen = resolve; });
  }

  async send(message) {
    const { ok, status } = await fetch('/stdio', { method: 'POST', body: JSON.stringify(message) });
    if (!ok) throw new Error('the relay answers ' + status);
  }

  async close() {
    this.lines.close();
    this.onclose?.();
  }
}

let current;
let shown;
window.chat = { calls: [], messages: [], contexts: [], sizes: [], firstSize: 0, shown: 0, failure: '' };

// begin connects to the server. The job has {sandbox, auto, stdio, capabilities, context, textOnly, cancel}.
window.begin = async (given) => {
  // An app that is still shown keeps the connection and the settings that it was shown with.
  document.body.classList.toggle('dark', given.context?.theme === 'dark');
  const next = new Client({ name: 'chat', version: '1.0.0' }, {
    capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } } },
    ...(given.auto && { versionNegotiation: { mode: 'auto' } }),
  });
  await next.connect(given.stdio ? new Relayed() : new StreamableHTTPClientTransport(new URL('/mcp', location.href)));
  current = { client: next, job: given };
  return true;
};

// show calls a tool and shows the app in place of its result. It first removes the app of the call before: a test that
// waits for the new app must not find the old one.
window.show = async (name, args) => {
  const frame = document.getElementById('frame');
  frame.replaceChildren();
  const { client, job } = current;
  const { tools } = await client.listTools();
  const tool = tools.find((one) => one.name === name);
  document.getElementById('call').textContent = `${name} ${JSON.stringify(args)}`;
  const read = await client.readResource({ uri: tool._meta.ui.resourceUri });
  const [{ text: html, mimeType: type, _meta: meta }] = read.contents;
  if (type !== mimeType) throw new Error('the resource is ' + type);
  const iframe = document.createElement('iframe');
  iframe.src = job.sandbox;
  iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.replaceChildren(iframe);
  // Each connection holds an event stream, and a browser opens only six connections to a host.
  if (shown && shown !== client) void shown.close();
  shown = client;

  const { calls, messages, contexts, sizes } = window.chat;
  calls.length = messages.length = contexts.length = sizes.length = 0;
  const host = { name: 'chat', version: '1.0.0' };
  const bridge = new AppBridge(null, host, job.capabilities, { hostContext: { ...job.context, toolInfo: { tool } } });
  bridge.oncalltool = async (params) => {
    calls.push(params);
    return client.callTool(params);
  };
  bridge.onmessage = async (message) => { messages.push(message); return {}; };
  bridge.onupdatemodelcontext = async (context) => { contexts.push(context); return {}; };
  let displayMode = job.context?.displayMode;
  bridge.onrequestdisplaymode = async ({ mode }) => {
    displayMode = mode;
    frame.className = mode;
    bridge.setHostContext({ ...job.context, toolInfo: { tool }, displayMode: mode });
    return { mode };
  };
  bridge.addEventListener('sizechange', ({ height }) => {
    sizes.push(height);
    iframe.style.height = `${height}px`;
  });
  window.change = (context) => bridge.setHostContext({ ...job.context, toolInfo: { tool }, displayMode, ...context });
  const ready = new Promise((resolve) => bridge.addEventListener('sandboxready', resolve));
  const initialized = new Promise((resolve) => bridge.addEventListener('initialized', resolve));
  await bridge.connect(new PostMessageTransport(iframe.contentWindow, iframe.contentWindow));
  await ready;
  window.chat.began = performance.now();
  await bridge.sendSandboxResourceReady({ html, csp: meta?.ui?.csp });
  await initialized;
  await bridge.sendToolInput({ arguments: args });
  if (job.cancel) return bridge.sendToolCancelled({ reason: 'the user changed their mind' });
  const result = await client.callTool({ name, arguments: args });
  await bridge.sendToolResult(job.textOnly ? { content: result.content } : result);
  window.chat.shown += 1;
  return result;
};
