/** Our half of the benchmark of MCP servers: the client as shipped, behind the whole pipeline. */
import { connectStdio } from '../../../src/adapters/mcp/connect';
import { systemClock } from '../../../src/adapters/system/clock';
import { bindMcpTool } from '../../../src/core/mcp/bind-mcp-tool';
import { readTools } from '../../../src/core/mcp/tool-list';
import type { McpConnection, McpLaunch } from '../../../src/core/ports/mcp';
import { openWith } from '../pipeline/ours';

const { signal } = new AbortController();
const id = 'mcp__bench__echo';

export async function connect(launch: McpLaunch): Promise<McpConnection> {
  const events = { printed: ignore, toolsChanged: ignore, offersChanged: ignore, ended: ignore };
  const connected = await connectStdio(launch, events, signal, {
    clock: systemClock,
    version: '0',
  });
  if (!connected.ok) throw new Error(connected.failure.message);
  return connected.value;
}

/** The tools of a server, read and bound as the product does, and how long that blocked. */
export async function listTools(connection: McpConnection) {
  const listed = await connection.listTools(signal);
  if (!listed.ok) throw new Error(listed.failure.message);
  const start = performance.now();
  const bound = readTools(listed.value.items).tools.map((tool) =>
    bindMcpTool(tool, {
      source: 'mcp:bench',
      name: tool.name,
      call: (args) =>
        connection.callTool({ name: tool.name, args, signal, onProgress: ignore, ask: declined }),
    }),
  );
  const tools = bound.flatMap((each) => (each.ok ? [each.value] : []));
  return { tools, slice: performance.now() - start };
}

/** Governed calls of the server's tool, and of our own trivial one, whose entries are flushed. */
export async function openCalls(launch: McpLaunch, sqlJsWasm: string) {
  const connection = await connect(launch);
  const { tools } = await listTools(connection);
  const pipeline = await openWith(tools, sqlJsWasm);
  return {
    trivial: pipeline.trivial,
    call: async () => {
      const { status, text } = await pipeline.call(id, { text: 'hi' });
      if (status !== 'completed' || !text.includes('echo: hi')) throw new Error(text);
    },
    close: async () => {
      await connection.end('now');
      await pipeline.close();
    },
  };
}

function declined() {
  return Promise.resolve({ action: 'decline' } as const);
}

function ignore(): void {
  // The benchmark measures no events.
}
