// The TypeScript SDK, version 1: `@modelcontextprotocol/sdk`, which speaks the protocol with sessions.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
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
const client = new Client(about, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, (request, { signal }) => user.answer(request, signal));
const wire = transport();
await client.connect(wire);
const seen = await walk(
  {
    revision: () => wire.protocolVersion ?? "2025-11-25",
    tools: async () => (await client.listTools()).tools,
    read: (uri) => client.readResource({ uri }),
    call: (name, args, signal) => client.callTool({ name, arguments: args }, undefined, { signal }),
  },
  user,
);
await client.close();
report(seen);
