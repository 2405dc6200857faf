// How a job's client connects: {client: "sdk" | "client", auto: bool, transport}. The client is the official
// SDK of the first or the second generation, auto has the second negotiate the newest protocol. The transport
// is {command, args, env} for standard streams, or {url, headers} for streamable HTTP.

// imports gives the modules of a generation as one.
export async function imports(generation) {
  if (generation === 'sdk') {
    return {
      ...await import('@modelcontextprotocol/sdk/client/index.js'),
      ...await import('@modelcontextprotocol/sdk/client/stdio.js'),
      ...await import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
      ...await import('@modelcontextprotocol/sdk/types.js'),
    };
  }
  return { ...await import('@modelcontextprotocol/client'), ...await import('@modelcontextprotocol/client/stdio') };
}

function transportOf(sdk, job, fetch) {
  const { url, headers, ...program } = job.transport;
  if (url) return new sdk.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch });
  return new sdk.StdioClientTransport({ ...program, env: { ...process.env, ...program.env }, stderr: 'inherit' });
}

// connect greets the program, as a client that can what the capabilities say and that prepare has made ready.
export async function connect(sdk, job, { capabilities, prepare = () => {}, fetch } = {}) {
  const client = new sdk.Client({ name: 'e2e-' + job.client, version: '1.0.0' }, {
    ...(job.auto && { versionNegotiation: { mode: 'auto' } }), ...(capabilities && { capabilities }),
  });
  prepare(client);
  const transport = transportOf(sdk, job, fetch);
  await client.connect(transport);
  return { client, transport };
}

// negotiated is the version of the protocol, as far as the client tells.
export const negotiated = (client) => client.getNegotiatedProtocolVersion?.() ?? client.transport?.protocolVersion ?? '';
