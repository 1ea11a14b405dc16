import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { joined, matchingLines } from '../../../../../src/adapters/store/worker/output-pieces';

describe('the pieces of an output', () => {
  const piece = (start: number, text: string) => ({ start, text, chars: 100 });

  it('are joined up to a gap', () => {
    const pieces = [piece(10, 'abc'), piece(13, 'de'), piece(20, 'later')];
    assert.deepEqual(joined(pieces), { text: 'abcde', start: 10, total: 100 });
    assert.equal(joined([]), undefined);
  });

  it('003-overflow-2: lines that match have their numbers', () => {
    assert.equal(matchingLines('a1\nb\na2', 'a'), '1: a1\n3: a2');
  });
});
