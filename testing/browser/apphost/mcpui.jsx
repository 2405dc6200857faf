// A chat that shows MCP Apps by the AppRenderer of @mcp-ui/client, over the first generation of the SDK. It has the
// same functions as bridge.mjs.
import { AppRenderer, UI_EXTENSION_CAPABILITIES } from '@mcp-ui/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createRoot } from 'react-dom/client';

let client;
let job;
const root = createRoot(document.getElementById('frame'));
window.chat = { messages: [], errors: [] };

window.begin = async (given) => {
  job = given;
  client = new Client({ name: 'mcp-ui', version: '1.0.0' }, { capabilities: { extensions: UI_EXTENSION_CAPABILITIES } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));
  return true;
};

window.show = async (name, args) => {
  document.getElementById('call').textContent = name;
  const toolResult = await client.callTool({ name, arguments: args });
  root.render(
    <AppRenderer
      key={name} client={client} toolName={name} toolInput={args} toolResult={toolResult}
      sandbox={{ url: new URL(job.sandbox) }} hostContext={job.context} hostCapabilities={job.capabilities}
      onMessage={async (message) => { window.chat.messages.push(message); return {}; }}
      onError={(error) => window.chat.errors.push(String(error))}
    />,
  );
  return toolResult;
};
