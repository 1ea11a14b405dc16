import assert from 'node:assert/strict';
import { inSlices } from '../../../../src/core/web/in-slices';

describe('a page that is read in slices', () => {
  const page = 'x'.repeat(200_000);

  it('is handed on in at most 64 KB, with a pause after each', async () => {
    const events: string[] = [];
    const reader = { write: (chunk: string) => events.push(String(chunk.length)) };
    const pause = () => {
      events.push('pause');
      return Promise.resolve();
    };
    assert.equal(await inSlices(page, reader, { pause, isOver: () => false }), true);
    assert.deepEqual(events, [
      '65536',
      'pause',
      '65536',
      'pause',
      '65536',
      'pause',
      '3392',
      'pause',
    ]);
  });

  it('is never cut within a character', async () => {
    const text = `x${'😀'.repeat(100_000)}`;
    const chunks: string[] = [];
    const reader = { write: (chunk: string) => chunks.push(chunk) };
    await inSlices(text, reader, { pause: () => Promise.resolve(), isOver: () => false });
    assert.deepEqual(chunks.join(''), text);
    assert.ok(chunks.length > 2);
    assert.ok(chunks.every((chunk) => !/\p{Cs}/u.test(chunk)));
  });

  it('ends at the slice in which its time is over', async () => {
    let slices = 0;
    let isLate = false;
    const reader = { write: () => (slices += 1) };
    const pause = () => {
      isLate = true;
      return Promise.resolve();
    };
    assert.equal(await inSlices(page, reader, { pause, isOver: () => isLate }), false);
    assert.equal(slices, 1);
  });
});
