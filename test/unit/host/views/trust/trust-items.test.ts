import assert from 'node:assert/strict';
import { trustItems } from '../../../../../src/host/views/trust/trust-items';

describe('trustItems', () => {
  it('decision 23: explains every level of every source, and says which holds', () => {
    const lines = trustItems([
      { target: 'built-in', level: 'trusted' },
      { target: 'mcp:fi$(x)les', level: 'untrusted' },
    ]);
    assert.deepEqual(
      lines.map(({ label, description }) => [label, description]),
      [
        ['Built-in tools: trusted', 'now'],
        ['Built-in tools: provisional', ''],
        ['Built-in tools: untrusted', ''],
        ['Tools of the server fi\\$(x)les: trusted', ''],
        ['Tools of the server fi\\$(x)les: provisional', ''],
        ['Tools of the server fi\\$(x)les: untrusted', 'now'],
      ],
    );
    assert.ok(lines.every(({ detail }) => detail.endsWith('.')));
  });

  it('decision 49: the freest level of one tool is that of its source', () => {
    const lines = trustItems([{ target: 'core__bash', level: 'provisional' }]);
    assert.deepEqual(
      lines.map(({ label, description }) => [label, description]),
      [
        ['bash: trusted', ''],
        ['bash: provisional', 'now'],
        ['bash: untrusted', ''],
      ],
    );
    assert.equal(lines[0]?.detail, 'No limit of its own: the level of its source applies.');
  });
});
