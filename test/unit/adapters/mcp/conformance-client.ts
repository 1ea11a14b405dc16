/**
 * The client that `@modelcontextprotocol/conformance` tests: our own, as the extension has it, which
 * does what the scenario in its environment wants. Its last argument is the address of the server.
 */
import process from 'node:process';
import { noProxySettings } from '../../../../src/adapters/http/proxy-route';
import { connectHttp } from '../../../../src/adapters/mcp/connect-http';
import { systemClock } from '../../../../src/adapters/system/clock';
import { isObject, parseJson, toList } from '../../../../src/core/contracts/json';

const ask = () => Promise.resolve({ action: 'decline' } as const);
const { signal } = new AbortController();
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = parseJson(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '');

/** Arguments for a tool: whatever its schema wants; a schema is that of the first tool. */
function argumentsFor(
  tool: Readonly<Record<string, unknown>>,
  first: unknown,
): Record<string, unknown> {
  const schema = tool['inputSchema'];
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const type = isObject(property) ? property['type'] : undefined;
      if (type === 'number' || type === 'integer') return [name, 5];
      if (type === 'boolean') return [name, true];
      if (type === 'object') return [name, first];
      return [name, 'test'];
    }),
  );
}

async function main(): Promise<void> {
  const url = process.argv.at(-1) ?? '';
  const events = {
    printed: (text: string) => void process.stderr.write(text),
    toolsChanged: () => undefined,
    offersChanged: () => undefined,
    ended: () => undefined,
  };
  const connected = await connectHttp({ url, headers: {}, confidential: [] }, events, signal, {
    clock: systemClock,
    version: '1.0.0',
    rules: () => ({ allow: [], deny: [], trustProxy: false }),
    proxy: () => noProxySettings,
    environment: () => ({}),
  });
  if (!connected.ok) throw new Error(connected.failure.message);
  const connection = connected.value;
  const listed = await connection.listTools(signal);
  if (!listed.ok) throw new Error(listed.failure.message);
  const given = isObject(context) ? toList(context['toolCalls']).filter(isObject) : [];
  const offered = listed.value.items.filter(isObject);
  const calls =
    given.length > 0
      ? given.map((each) => ({ name: String(each['name']), args: each['arguments'] }))
      : offered.map((tool) => ({
          name: String(tool['name']),
          args: argumentsFor(tool, offered[0]?.['inputSchema']),
        }));
  for (const { name, args } of calls) {
    if (!offered.some((tool) => tool['name'] === name)) continue;
    const call = {
      name,
      args: isObject(args) ? args : {},
      signal,
      onProgress: () => undefined,
      ask,
    };
    const result = await connection.callTool(call);
    process.stderr.write(`${scenario}: ${name}: ${JSON.stringify(result)}\n`);
  }
  await connection.end('gently');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
