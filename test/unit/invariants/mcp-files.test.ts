import assert from 'node:assert/strict';
import { createProduct, openRules, type Product } from './product';

/** Files that name MCP servers, in the open folder and below it. */
const files = [
  '.vscode/mcp.json',
  '.mcp.json',
  'packages/a/.mcp.json',
  'packages/a/.VSCode/MCP.json',
];

/** Every way in which a call writes, moves or removes a file. */
const writes = (file: string): readonly (readonly [string, object])[] => [
  ['write', { path: file, content: '{}' }],
  ['edit', { path: file, old_string: '{', new_string: '{ ' }],
  ['copy_path', { source: 'a.json', destination: file }],
  ['move_path', { source: 'a.json', destination: file }],
  ['move_path', { source: file, destination: 'b.json' }],
  ['delete_path', { path: file }],
  ['bash', { command: `echo {} > ${file}` }],
  ['bash', { command: `cp a.json ${file}` }],
  ['bash', { command: `mv a.json "${file}"` }],
  ['bash', { command: `tee ${file} < a.json` }],
  ['bash', { command: `sed -i s/a/b/ ${file}` }],
  ['bash', { command: `ln -sf a.json ${file}` }],
];

describe('files that name MCP servers', () => {
  let product: Product;
  beforeEach(() => {
    product = createProduct();
    product.workspace.put('ws/a.json', '{}');
    for (const file of files) product.workspace.put(`ws/${file}`, '{}');
    product.policy.swap({ permissions: openRules });
  });
  afterEach(() => product.dispose());

  for (const file of files) {
    it(`003-mcp-4: every call that writes ${file} asks, whatever the rules allow`, async () => {
      for (const [tool, args] of writes(file)) {
        await product.call('read', { path: file });
        const before = product.asked.length;
        await product.call(tool, args);
        assert.equal(product.asked.length, before + 1, `${tool} ${JSON.stringify(args)}`);
        assert.match(JSON.stringify(product.asked.at(-1)), /every write to it asks|protected/i);
      }
    });
  }

  it('another file of the same folder is left to the rules', async () => {
    await product.call('write', { path: 'packages/a/mcp.ts', content: '' });
    assert.equal(product.asked.length, 0);
  });
});
