import { inEnglish } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connectStdio } from '../../../../src/adapters/mcp/connect';
import { systemClock } from '../../../../src/adapters/system/clock';
import { bindMcpTool } from '../../../../src/core/mcp/bind-mcp-tool';
import { readTools } from '../../../../src/core/mcp/tool-list';
import type { McpConnection } from '../../../../src/core/ports/mcp';
import { cacheDir } from '../../../harness/cache.mjs';
import { createTemporaryWorkspace } from '../../fakes/temporary-workspace';
import { createProduct, type Product } from '../../invariants/product';

const program = '@modelcontextprotocol/server-filesystem/dist/index.js';

/** Where the benchmarks have installed it; undefined if they have not. */
function findServer(): string | undefined {
  const folders = existsSync(cacheDir()) ? readdirSync(cacheDir()) : [];
  return folders
    .filter((name) => name.startsWith('bench-rivals-'))
    .map((name) => path.join(cacheDir(), name, 'node_modules', program))
    .find((file) => existsSync(file));
}

const ask = () => Promise.resolve({ action: 'decline' } as const);

describe('the file system server of npm', () => {
  const signal = new AbortController().signal;
  const workspace = createTemporaryWorkspace({ denyRead: ['**/.env'] });
  let connection: McpConnection | undefined;
  let product: Product | undefined;

  before(async function () {
    const server = findServer();
    // Not run, instead of passed.
    if (server === undefined) return this.skip();
    const launch = {
      command: process.execPath,
      args: [server, workspace.base],
      cwd: workspace.root,
      confidential: [],
      env: { PATH: process.env['PATH'] ?? '' },
    };
    const events = {
      printed: () => undefined,
      toolsChanged: () => undefined,
      offersChanged: () => undefined,
      ended: () => undefined,
    };
    const connected = await connectStdio(launch, events, signal, {
      clock: systemClock,
      version: '0',
    });
    assert.ok(connected.ok);
    const running = connected.value;
    connection = running;
    const listed = await running.listTools(signal);
    assert.ok(listed.ok);
    const extraTools = readTools(listed.value.items).tools.map((tool) => {
      const bound = bindMcpTool(tool, {
        source: 'mcp:files',
        name: tool.name,
        folder: () => workspace.root,
        call: (args, context) =>
          running.callTool({
            name: tool.name,
            args,
            signal: context.signal,
            ...{ onProgress: () => undefined, ask },
          }),
      });
      assert.ok(bound.ok, bound.ok ? '' : inEnglish(bound.failure));
      return bound.value;
    });
    product = createProduct({ workspace, extraTools, trust: 'trusted' });
  });
  after(async () => {
    await connection?.end('now');
    if (product === undefined) workspace.dispose();
    else await product.dispose();
  });

  async function call(tool: string, args: object) {
    assert.ok(product);
    const { status, text, failure } = await product.call(`mcp__files__${tool}`, args);
    return { status, text, code: failure?.errorCode };
  }

  it('003-mcp-2: changes a file, but reaches none that is denied, whatever its own limits are', async () => {
    const file = workspace.put('ws/a.txt', 'one\n');
    workspace.put('ws/.env', 'KEY=open-sesame\n');
    workspace.put('outside/b.txt', 'beyond\n');
    const edits = [{ oldText: 'one', newText: 'two' }];
    assert.equal((await call('edit_file', { path: file, edits })).status, 'completed');
    assert.equal(readFileSync(file, 'utf8'), 'two\n');
    assert.match((await call('read_text_file', { path: file })).text, /two/);
    const denied = [path.join(workspace.root, '.env'), path.join(workspace.outside, 'b.txt')];
    // Its own limits would let it.
    const own = { name: 'read_text_file', args: { path: denied[0] }, signal };
    const read = await connection?.callTool({ ...own, onProgress: () => undefined, ask });
    assert.match(JSON.stringify(read), /open-sesame/);
    for (const each of denied) {
      const one = await call('read_text_file', { path: each });
      const many = await call('read_multiple_files', { paths: [file, each] });
      const moved = await call('move_file', { source: each, destination: `${file}.new` });
      const codes = [one, many, moved].map(({ code }) => code);
      assert.deepEqual(codes, ['policy_denied', 'policy_denied', 'policy_denied'], each);
    }
  }).timeout(60_000);
});
