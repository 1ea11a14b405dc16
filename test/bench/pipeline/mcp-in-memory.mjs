// @ts-check
/** A client and a server of the MCP SDK, joined in memory: the protocol, no policy, no record. */
import { importRival } from '../rivals.mjs';
import { argsOf, description, expectAnswer, sayRepeatedly, toolName } from './trivial-tool.mjs';

/**
 * @param {{ readonly rivals: string }} options where they are installed
 * @returns {Promise<import('../child.mjs').Subject>}
 */
export async function openSubject({ rivals }) {
  const [{ Client }, { InMemoryTransport }, { McpServer }, z] = await Promise.all([
    importRival(rivals, '@modelcontextprotocol/sdk/client/index.js'),
    importRival(rivals, '@modelcontextprotocol/sdk/inMemory.js'),
    importRival(rivals, '@modelcontextprotocol/sdk/server/mcp.js'),
    importRival(rivals, 'zod'),
  ]);
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  const inputSchema = {
    text: z.string().describe(description.text),
    times: z.number().int().min(1).max(9).describe(description.times),
  };
  server.registerTool(
    toolName,
    { description: description.tool, inputSchema, annotations: { readOnlyHint: true } },
    async (/** @type {import('./trivial-tool.mjs').SayArgs} */ args) => ({
      content: [{ type: 'text', text: sayRepeatedly(args) }],
    }),
  );
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  let count = 0;
  return {
    call: async () => {
      count += 1;
      const args = argsOf(count);
      const { content } = await client.callTool({ name: toolName, arguments: args });
      expectAnswer(content[0]?.text, args);
    },
    close: async () => {
      await client.close();
      await server.close();
    },
  };
}
