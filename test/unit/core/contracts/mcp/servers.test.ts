import assert from 'node:assert/strict';
import { systemDigest } from '../../../../../src/adapters/system/random';
import { mcpServers, foreignToolId } from '../../../../../src/core/contracts/mcp/servers';
import { toolIdOf, toolSourceOf } from '../../../../../src/core/contracts/tool-spec';

describe('names of MCP servers and their tools', () => {
  const isName = (name: string): boolean =>
    mcpServers.safeParse({ [name]: { command: 'x' } }).success;

  it('INV-16: refuses names that would make ids ambiguous', () => {
    const good = ['files', 'a-b_c', 'A1', 'x'.repeat(32)];
    assert.deepEqual(good.filter(isName), good);
    const bad = ['', 'a__b', 'a_', '_a', 'a b', 'a/b', 'a.b', 'x'.repeat(40), 'é'];
    assert.deepEqual(bad.filter(isName), []);
    const twice = { files: { command: 'x' }, Files: { command: 'y' } };
    assert.equal(mcpServers.safeParse(twice).success, false);
  });

  it('INV-16: an id is of its server, at most 64 characters and the same each time', () => {
    const id = (tool: string) => foreignToolId('mcp:files', tool, systemDigest);
    assert.equal(id('read_file'), 'mcp__files__read_file');
    assert.equal(id('../../etc'), 'mcp__files________etc');
    assert.deepEqual([id(''), id('\u200b'), id('..')], [undefined, undefined, undefined]);
    const [one, other] = [id('a'.repeat(300)), id('a'.repeat(301))];
    assert.equal(one?.length, 64);
    assert.notEqual(one, other);
    assert.equal(one, id('a'.repeat(300)));
    for (const made of [one, id('x_'), id('_x'), id('a__b')]) {
      assert.equal(toolSourceOf(made ?? ''), 'mcp:files', made);
      assert.equal(toolIdOf('mcp:files', made?.slice('mcp__files__'.length) ?? ''), made);
    }
  });
});
