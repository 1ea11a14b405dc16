import assert from 'node:assert/strict';
import {
  ChangedSettings,
  type ChangedSetting,
  type PlacedValue,
} from '../../../../src/host/settings/changed-settings';
import { createSeenSettings } from '../../../../src/host/settings/seen-settings';
import { createFakeClock } from '../../fakes/clock';

/** What outlives VS Code: the digests of the settings of the user and of a workspace. */
function createMemory() {
  const everywhere = createKept();
  const here = createKept();
  const digest = (text: string) => `digest of ${String(text.length)} ${text.slice(-3)}`;
  const report = (error: unknown) => assert.fail(String(error));
  return { everywhere, here, seen: createSeenSettings({ everywhere, here, digest, report }) };
}

function createKept() {
  const kept: { value?: unknown } = {};
  return {
    kept,
    get: () => kept.value,
    set: (value: unknown) => {
      kept.value = value;
      return Promise.resolve();
    },
  };
}

/** One start of VS Code; the first look at the settings has been. */
function createWatch(memory = createMemory(), ...start: readonly PlacedValue[]) {
  let values = start;
  let looks = 0;
  let changed = (): void => undefined;
  const clock = createFakeClock();
  const watch = new ChangedSettings({
    read: () => {
      looks += 1;
      return values;
    },
    onDidChange: (listener) => {
      changed = listener;
      return { dispose: () => (changed = () => undefined) };
    },
    seen: memory.seen,
    clock,
  });
  const atStart = looks;
  clock.advance(1000);
  const set = (...now: readonly PlacedValue[]): void => {
    values = now;
    changed();
  };
  const taken: ChangedSetting[] = [];
  const follow = () => watch.follow((each) => void taken.push(each));
  return { watch, set, taken, follow, atStart };
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
      { name, scope: 'user', change: 'set', after: '"a"' },
      { name, scope: 'user', change: 'changed', before: '"a"', after: '"b"' },
      { name, scope: 'workspace', change: 'set', after: '{"x":1}' },
      { name, scope: 'user', change: 'removed', before: '"b"' },
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

  it('are not looked at while the window starts', () => {
    assert.equal(createWatch().atStart, 0);
  });
});

describe('settings that were changed while VS Code was closed', () => {
  const other = (value: unknown): PlacedValue => ({ ...model(value), name: 'gatehouse.other' });
  const name = 'gatehouse.model';
  const unseen = true;

  function lastRun(memory: ReturnType<typeof createMemory>, ...values: readonly PlacedValue[]) {
    const { watch, follow } = createWatch(memory, ...values);
    follow();
    watch.dispose();
  }

  it('are found by their digests, in each place', () => {
    const memory = createMemory();
    lastRun(memory, model('a'), model('w', 'workspace'), other('x'));
    const now = [model('b'), model('v', 'workspace'), model('f', 'folder lib')];
    const { taken, follow } = createWatch(memory, ...now);
    follow();
    assert.deepEqual(taken, [
      { name, scope: 'user', change: 'changed', after: '"b"', unseen },
      { name: 'gatehouse.other', scope: 'user', change: 'removed', unseen },
      { name, scope: 'workspace', change: 'changed', after: '"v"', unseen },
      { name, scope: 'folder lib', change: 'set', after: '"f"', unseen },
    ]);
  });

  it('are reported once, before what has changed since', () => {
    const memory = createMemory();
    lastRun(memory, model('a'));
    const { set, taken, follow } = createWatch(memory, model('b'));
    set(model('c'));
    follow();
    follow();
    assert.deepEqual(taken, [
      { name, scope: 'user', change: 'changed', after: '"b"', unseen },
      { name, scope: 'user', change: 'changed', before: '"b"', after: '"c"' },
    ]);
    const again = createWatch(memory, model('c'));
    again.follow();
    assert.deepEqual(again.taken, []);
  });

  it('count as such, too, if the audit log was not opened when they changed', () => {
    const memory = createMemory();
    lastRun(memory, model('a'));
    createWatch(memory, model('a')).set(model('b'));
    const { taken, follow } = createWatch(memory, model('b'));
    follow();
    assert.deepEqual(taken, [{ name, scope: 'user', change: 'changed', after: '"b"', unseen }]);
  });

  it('are none at the first start, in a new workspace, and after all data was deleted', () => {
    const memory = createMemory();
    const { taken, follow } = createWatch(memory, model('a'), model('w', 'workspace'));
    follow();
    delete memory.here.kept.value;
    const moved = createWatch(memory, model('a'), model('v', 'workspace'));
    moved.follow();
    assert.deepEqual([taken, moved.taken], [[], []]);
  });

  it('keep no value of a setting in memory, and a damaged memory knows none', () => {
    const memory = createMemory();
    lastRun(memory, model('a-long-private-value'));
    const stored = JSON.stringify(memory.everywhere.kept);
    assert.equal(stored.includes('a-long-private'), false);
    memory.everywhere.kept.value = [7];
    const { taken, follow } = createWatch(memory, model('b'));
    follow();
    assert.deepEqual(taken, []);
  });
});
