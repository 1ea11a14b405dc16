import assert from 'node:assert/strict';
import { trustItems } from '../../../../../src/host/views/trust/trust-items';

describe('trustLines', () => {
  it('decision 23: explains every level of every source, and says which holds', () => {
    const lines = trustItems([
      { source: 'built-in', level: 'trusted' },
      { source: 'mcp:fi$(x)les', level: 'untrusted' },
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
});
