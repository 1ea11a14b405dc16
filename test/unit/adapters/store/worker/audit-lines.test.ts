import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { createTextMatch } from '../../../../../src/adapters/store/worker/audit-lines';
import { auditEntry } from '../../../fakes/audit-entry';

const found = (summary: string, text: string) =>
  createTextMatch(text)(JSON.stringify(auditEntry('c1', { summary })));

describe('a text search in the audit log', () => {
  it('ignores case and finds a text at any position', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, text, text, (before, wanted, after) => {
        const summary = `${before}${wanted}${after}`;
        // Lowercase letters depend on their neighbors, so compare the whole text.
        fc.pre(summary.toLowerCase().includes(wanted.toLowerCase()));
        assert.ok(found(summary, wanted));
      }),
    );
  });

  it('finds characters that JSON escapes, and the end of a word', () => {
    for (const text of [
      'say "so"',
      'C:\\temp',
      'one\ntwo',
      'ΟΔΟΣ',
      'ümlaut',
      '\u{1F600}',
      '\uD83D',
    ]) {
      assert.ok(found(`before ${text}`, text), JSON.stringify(text));
      assert.equal(found('something else', text), false, JSON.stringify(text));
    }
  });
});
