import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/adapters/system/emitter';
import { AwayNotices } from '../../../../../src/host/panel/chat/away-notices';

function setUp() {
  const running = new Map([
    ['one', false],
    ['two', false],
  ]);
  const changed = new Emitter();
  const focused = new Emitter();
  const told: string[] = [];
  const world = { isFocused: false, isOn: true, told, changes: 0 };
  const away = new AwayNotices({
    chats: {
      summaries: () =>
        [...running].map(([id, isRunning]) => {
          return { id, title: `Chat ${id}`, running: isRunning, pending: 0 };
        }),
      onDidChange: (listener) => changed.event(listener),
    },
    window: {
      isFocused: () => world.isFocused,
      onDidFocus: (listener) => focused.event(listener),
    },
    isOn: () => world.isOn,
    notify: (chatId, title) => void world.told.push(`${chatId}: ${title}`),
  });
  away.onDidChange(() => (world.changes += 1));
  const set = (id: string, isRunning: boolean): void => {
    running.set(id, isRunning);
    changed.fire();
  };
  return {
    world,
    away,
    set,
    turn: (id: string) => [true, false].map((is) => set(id, is)),
    focused,
  };
}

describe('notices while the window is not focused', () => {
  it('report each turn that ends, once', () => {
    const { world, away, turn, set } = setUp();
    turn('one');
    set('one', false);
    turn('two');
    assert.deepEqual(world.told, ['one: Chat one', 'two: Chat two']);
    assert.equal(away.count, 2);
  });

  it('are counted until the window is focused again', () => {
    const { world, away, turn, focused } = setUp();
    turn('one');
    focused.fire();
    assert.deepEqual([away.count, world.changes], [0, 2]);
    focused.fire();
    assert.equal(world.changes, 2);
  });

  it('are not shown in a focused window, also not later', () => {
    const { world, away, set } = setUp();
    set('one', true);
    world.isFocused = true;
    set('one', false);
    world.isFocused = false;
    set('one', false);
    assert.deepEqual([world.told, away.count], [[], 0]);
  });

  it('can be switched off', () => {
    const { world, away, turn } = setUp();
    world.isOn = false;
    turn('one');
    assert.deepEqual([world.told, away.count], [[], 0]);
  });
});
