import assert from 'node:assert/strict';
import path from 'node:path';
import { bindMcpTool } from '../../../../src/core/mcp/bind-mcp-tool';
import { succeed } from '../../../../src/core/contracts/failure';
import { createTemporaryWorkspace } from '../../fakes/temporary-workspace';
import { createProduct, type Product } from '../../invariants/product';

const id = 'mcp__files__act';

describe('path arguments of a server', () => {
  const workspace = createTemporaryWorkspace({
    roots: ['ws', 'second'],
    denyRead: ['**/.env', '**/secrets/**'],
    ownFolders: ['outside/own'],
  });
  let product: Product;
  let served = 0;

  before(() => {
    for (const name of ['ws/a.ts', 'ws/.env', 'ws/.vscode/tasks.json', 'second/secrets/b']) {
      workspace.put(name, '');
    }
    for (const name of ['outside/c', 'outside/own/d']) workspace.put(name, '');
    const bound = bindMcpTool(
      { name: 'act', inputSchema: { type: 'object' } },
      {
        source: 'mcp:files',
        name: 'act',
        folder: () => workspace.outside,
        call: () => {
          served += 1;
          return Promise.resolve(succeed({ content: [] }));
        },
      },
    );
    assert.ok(bound.ok);
    product = createProduct({
      workspace,
      extraTools: [bound.value],
      trust: 'trusted',
      answer: () => ({ answer: 'deny' }),
    });
  });
  after(() => product.dispose());

  /** Whether the call ran, was refused, or asked. */
  async function callWith(args: object): Promise<string> {
    const [before, asked] = [served, product.asked.length];
    const outcome = await product.call(id, args);
    if (served > before) return 'ran';
    if (product.asked.length > asked) return 'asked';
    assert.equal(outcome.failure?.errorCode, 'policy_denied', outcome.text);
    return 'refused';
  }

  it('003-mcp-2: a denied place, or one outside, is refused in any property', async () => {
    const { root, outside } = workspace;
    for (const args of [
      { path: '.env' },
      { path: path.join(outside, 'new') },
      { edits: [{ file: 'a/../.env' }] },
      { uri: `file://${root}/%2Eenv` },
      { text: './.env' },
      { text: `${root}/.env` },
      { text: 'secrets/b' },
      { text: path.join(outside, 'c') },
      // Where the server runs.
      { path: 'c' },
      { path: '~/anything' },
      { text: path.join(outside, 'own/d') },
    ]) {
      assert.equal(await callWith(args), 'refused', JSON.stringify(args));
    }
  });

  it('003-mcp-2: a protected file asks whatever the rules allow; anything else runs', async () => {
    const { root } = workspace;
    assert.equal(await callWith({ target: '.vscode/tasks.json' }), 'asked');
    assert.equal(await callWith({ text: `${root}/.vscode/launch.json` }), 'asked');
    for (const args of [
      { path: 'a.ts' },
      { text: `${root}/new.ts` },
      { text: 'GET /users/1, and/or' },
      { route: '/no/such/place' },
      { text: 'https://example.com/.env' },
    ]) {
      assert.equal(await callWith(args), 'ran', JSON.stringify(args));
    }
  });
});
