import assert from 'node:assert/strict';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';

/** The diffs of a card, as the page gets them and as the host holds them. */
function diffsOf(gatehouse: unknown, more: object = {}) {
  const transcript = new Transcript(() => 0);
  const diff = { type: 'diff', path: '/w/b.ts', oldText: 'x\n', newText: '', ...more } as const;
  transcript.update({
    sessionUpdate: 'tool_call',
    toolCallId: 'c1',
    title: 'Delete b.ts',
    content: [{ ...diff, _meta: { gatehouse } }],
  });
  const card = transcript.card('c1');
  return { shown: card?.item.diffs[0], held: card?.fullDiffs[0] };
}

const plain = { path: '/w/b.ts', oldText: 'x\n', newText: '' };

describe('what `_meta` of a diff says', () => {
  it('distinguishes a deleted file from an emptied one', () => {
    const { shown, held } = diffsOf({ change: 'deleted' });
    assert.equal(shown?.change, 'deleted');
    assert.deepEqual(held, { ...plain, change: 'deleted' });
  });

  it('names the place that a file was moved from', () => {
    const { shown, held } = diffsOf({ change: 'moved', from: '/w/a.ts' }, { newText: 'x\n' });
    assert.deepEqual([shown?.change, shown?.from], ['moved', '/w/a.ts']);
    assert.equal(held?.from, '/w/a.ts');
  });

  for (const meta of [
    undefined,
    null,
    7,
    [],
    {},
    { change: 'renamed', from: '/w/a.ts' },
    { from: '/w/a.ts' },
  ]) {
    it(`is left out when it is ${JSON.stringify(meta)}`, () => {
      assert.deepEqual(diffsOf(meta).held, plain);
    });
  }

  it('keeps valid fields next to invalid ones', () => {
    assert.deepEqual(diffsOf({ change: 'moved', from: 7 }).held, { ...plain, change: 'moved' });
  });
});
