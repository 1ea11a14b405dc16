import assert from 'node:assert/strict';
import {
  ChangedSettings,
  type ChangedSetting,
  type PlacedValue,
} from '../../../../src/host/settings/changed-settings';

function createWatch() {
  let values: readonly PlacedValue[] = [];
  let changed = (): void => undefined;
  const watch = new ChangedSettings({
    read: () => values,
    onDidChange: (listener) => {
      changed = listener;
      return { dispose: () => (changed = () => undefined) };
    },
  });
  const set = (...now: readonly PlacedValue[]): void => {
    values = now;
    changed();
  };
  const taken: ChangedSetting[] = [];
  return { watch, set, taken, follow: () => watch.follow((each) => void taken.push(each)) };
}

const model = (value: unknown, scope = 'user'): PlacedValue => ({
  ...{ name: 'gatehouse.model', scope, value },
});

describe('changed settings', () => {
  it('are named with their place and both values', () => {
    const { set, taken, follow } = createWatch();
    follow();
    set(model('a'));
    set(model('b'), model({ x: 1 }, 'workspace'));
    set(model(undefined), model({ x: 1 }, 'workspace'));
    const name = 'gatehouse.model';
    assert.deepEqual(taken, [
      { name, scope: 'user', after: '"a"' },
      { name, scope: 'user', before: '"a"', after: '"b"' },
      { name, scope: 'workspace', after: '{"x":1}' },
      { name, scope: 'user', before: '"b"' },
    ]);
  });

  it('are kept until they are taken, at most 200', () => {
    const { set, taken, follow } = createWatch();
    for (let count = 0; count < 300; count += 1) set(model(count));
    follow();
    assert.equal(taken.length, 200);
    set(model('x'));
    assert.equal(taken.length, 201);
  });

  it('show no credential, and are short', () => {
    const { set, taken, follow } = createWatch();
    follow();
    const token = `ghp_${'a1B2'.repeat(9)}`;
    set(model([token, 'x'.repeat(10_000)]));
    assert.equal(JSON.stringify(taken).includes(token), false);
    assert.ok((taken[0]?.after?.length ?? 0) < 2100);
  });

  it('that stay the same are none, and none is reported after the end', () => {
    const { watch, set, taken, follow } = createWatch();
    follow();
    set(model('a'));
    set(model('a'));
    watch.dispose();
    set(model('b'));
    assert.equal(taken.length, 1);
  });
});
