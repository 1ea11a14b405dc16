import assert from 'node:assert/strict';
import { fail, failure, succeed } from '../../../../src/core/contracts/failure';
import { FirstMessage } from '../../../../src/host/replay/first-message';
import { settled } from '../panel/chat-world';

function setUp(file: string) {
  const read: string[] = [];
  const world = { file, read, changes: 0 };
  const message = new FirstMessage({
    file: () => world.file,
    read: (name) => {
      world.read.push(name);
      const turns = name === '/empty.json' ? [] : [{ user: `Play ${name}`, steps: [] }];
      return Promise.resolve(
        name === '/missing.json'
          ? fail(failure('unavailable', 'It is not there.'))
          : succeed({ title: 'A recording', turns }),
      );
    },
  });
  message.onDidChange(() => (world.changes += 1));
  return { world, message };
}

describe('the first message of a recording', () => {
  it('is read once, when it is first needed', async () => {
    const { world, message } = setUp('/one.json');
    assert.equal(message.get(), undefined);
    await settled();
    assert.deepEqual([message.get(), message.get()], ['Play /one.json', 'Play /one.json']);
    assert.deepEqual([world.read, world.changes], [['/one.json'], 1]);
  });

  it('follows the recording in force', async () => {
    const { world, message } = setUp('/one.json');
    message.get();
    world.file = '/two.json';
    message.get();
    await settled();
    assert.equal(message.get(), 'Play /two.json');
    world.file = '';
    assert.equal(message.get(), undefined);
  });

  for (const file of ['/missing.json', '/empty.json', '']) {
    it(`is absent for "${file}"`, async () => {
      const { world, message } = setUp(file);
      message.get();
      await settled();
      assert.deepEqual([message.get(), world.changes], [undefined, 0]);
    });
  }
});
