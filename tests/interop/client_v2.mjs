// The TypeScript SDK, version 2: `@modelcontextprotocol/client`, which speaks both eras of the protocol.

import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { User, about, headers, order, report, walk } from "./walk.mjs";

function transport() {
  if (order.transport === "stdio") {
    const [command, ...args] = order.command;
    return new StdioClientTransport({ command, args, env: order.env, cwd: order.cwd });
  }
  const Kind = order.transport === "sse" ? SSEClientTransport : StreamableHTTPClientTransport;
  return new Kind(new URL(order.url), { requestInit: { headers } });
}

const user = new User();
const mode = order.era === "modern" ? "auto" : "legacy";
const client = new Client(about, { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } });
client.setRequestHandler("elicitation/create", (request, context) => user.answer(request, context.mcpReq.signal));
await client.connect(transport());
const seen = await walk(
  {
    revision: () => client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    read: (uri) => client.readResource({ uri }),
    call: (name, args, signal) => client.callTool({ name, arguments: args }, { signal }),
  },
  user,
);
await client.close();
report(seen);
