import assert from 'node:assert/strict';
import { claimSource } from '../../../../../src/core/pipeline/stages/audit';

const nothing = { text: '', reads: [], writes: [] };

describe('000-paths-3: claim_source', () => {
  it('names the shell and the paths of the command, absolute and relative, and no URL', () => {
    const command = 'cat /etc/hosts src/main.rs ./foo/bar https://example.org/a/b';
    assert.equal(claimSource({ ...nothing, command }), 'shell: /etc/hosts, src/main.rs, ./foo/bar');
    assert.equal(claimSource({ ...nothing, command: 'npm test' }), 'shell');
  });

  it('names the files of a call, each once', () => {
    const subject = { ...nothing, reads: ['a.ts'], writes: ['a.ts', 'b.ts'] };
    assert.equal(claimSource(subject), 'file_system: a.ts, b.ts');
  });

  it('is absent for a call that touches neither', () => {
    assert.equal(claimSource(nothing), undefined);
  });

  it('is bounded, and holds no credential', () => {
    const many = Array.from({ length: 50 }, (_, index) => `d/${String(index)}`);
    const source = claimSource({ ...nothing, command: many.join(' ') }) ?? '';
    assert.equal(source.split(', ').length, 20);
    const key = `AKIA${'A'.repeat(16)}`;
    assert.ok(!claimSource({ ...nothing, command: `cat x/${key}` })?.includes(key));
  });
});
