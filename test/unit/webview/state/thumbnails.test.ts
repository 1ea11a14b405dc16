import assert from 'node:assert/strict';
import type { ShownImage } from '../../../../src/core/contracts/panel/state';
import { Thumbnails } from '../../../../webview/state/thumbnails';

const image: ShownImage = { mediaType: 'image/png', data: 'AAAA', width: 4, height: 3 };

function world() {
  const asked: string[] = [];
  const closed: number[] = [];
  let made = 0;
  const thumbnails = new Thumbnails(
    (id) => asked.push(id),
    ({ data }) => {
      if (data === 'bad') return Promise.reject(new Error('not an image'));
      made += 1;
      const number = made;
      return Promise.resolve({ width: 4, height: 3, close: () => closed.push(number) });
    },
  );
  const see = (...ids: string[]) => ids.forEach((id) => thumbnails.setInView(id, true));
  const leave = (...ids: string[]) => ids.forEach((id) => thumbnails.setInView(id, false));
  return { thumbnails, asked, closed, see, leave };
}

describe('thumbnails', () => {
  it('are asked for one at a time, once each', async () => {
    const { thumbnails, asked, see } = world();
    see('a', 'b');
    assert.deepEqual(asked, ['a']);
    await thumbnails.receive('a', image);
    assert.deepEqual(asked, ['a', 'b']);
    assert.notEqual(typeof thumbnails.of('a').value, 'string');
    await thumbnails.receive('b', image);
    see('a');
    assert.deepEqual(asked, ['a', 'b']);
  });

  it('are not asked for when they have left the view', async () => {
    const { thumbnails, asked, see, leave } = world();
    see('a', 'b', 'c');
    leave('b');
    await thumbnails.receive('a', image);
    assert.deepEqual(asked, ['a', 'c']);
  });

  it('are none when the host has no image, or it cannot be decoded; the others go on', async () => {
    const { thumbnails, asked, see } = world();
    see('a', 'b', 'c');
    await thumbnails.receive('a', undefined);
    await thumbnails.receive('b', { ...image, data: 'bad' });
    assert.equal(thumbnails.of('a').value, 'failed');
    assert.equal(thumbnails.of('b').value, 'failed');
    assert.deepEqual(asked, ['a', 'b', 'c']);
  });

  it('are bounded: the oldest out of view are dropped, and asked for again', async () => {
    const { thumbnails, asked, closed, see, leave } = world();
    for (let n = 0; n < 62; n += 1) {
      see(`i${n}`);
      await thumbnails.receive(`i${n}`, image);
      if (n > 0) leave(`i${n}`);
    }
    assert.deepEqual(closed, [2, 3], 'the first is still in view');
    assert.equal(thumbnails.of('i1').value, 'none');
    see('i1');
    assert.equal(asked.at(-1), 'i1');
  });

  it('are asked for again after a lost message', async () => {
    const { thumbnails, asked, see } = world();
    see('a');
    thumbnails.restart(false);
    assert.deepEqual(asked, ['a', 'a']);
    await thumbnails.receive('a', image);
    assert.notEqual(typeof thumbnails.of('a').value, 'string');
  });

  it('of another chat are other images, also under the same id', async () => {
    const { thumbnails, asked, closed, see } = world();
    see('a');
    await thumbnails.receive('a', image);
    thumbnails.restart(true);
    assert.deepEqual(closed, [1]);
    assert.equal(thumbnails.of('a').value, 'none');
    assert.deepEqual(asked, ['a', 'a']);
    const late = thumbnails.receive('a', image);
    thumbnails.restart(true);
    await late;
    assert.equal(thumbnails.of('a').value, 'none', 'an answer for the chat before');
    assert.deepEqual(closed, [1, 2]);
  });
});
