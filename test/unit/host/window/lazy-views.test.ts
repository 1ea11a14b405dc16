import assert from 'node:assert/strict';
import { createLazyViews } from '../../../../src/host/window/lazy-views';

interface Entry {
  readonly greet: (name: string) => string;
}

const entry: Entry = { greet: (name) => `hello ${name}` };

interface Load {
  readonly succeed: () => void;
  readonly fail: (error: Error) => void;
}

/** Views whose loading the test ends by hand, as often as it is begun. */
function setUp() {
  const loads: Load[] = [];
  const failures: unknown[] = [];
  const views = createLazyViews<Entry>({
    load: () =>
      new Promise((resolve, reject) => {
        loads.push({ succeed: () => resolve(entry), fail: reject });
      }),
    onLoadFailed: (error) => failures.push(error),
  });
  return { views, loads, failures };
}

/** A view with state that says what becomes of it. */
function viewFactory() {
  const log: string[] = [];
  const make = () => {
    log.push('make');
    return { dispose: () => log.push('dispose') };
  };
  return { make, log };
}

describe('lazy views', () => {
  it('load nothing before the first is opened, not even for a view that is kept', () => {
    const { views, loads } = setUp();
    views.keep(viewFactory().make);
    assert.equal(loads.length, 0);
  });

  it('load once, also when several are opened while the load is under way', async () => {
    const { views, loads } = setUp();
    const opened = ['a', 'b'].map((name) => views.open(({ greet }) => greet(name)));
    loads[0]?.succeed();
    assert.deepEqual(await Promise.all(opened), ['hello a', 'hello b']);
    assert.equal(await views.open(({ greet }) => greet('c')), 'hello c');
    assert.equal(loads.length, 1);
  });

  it('tell a failed load, run nothing, and load again at the next opening', async () => {
    const { views, loads, failures } = setUp();
    const first = views.open(({ greet }) => greet('a'));
    const missing = new Error('no such file');
    loads[0]?.fail(missing);
    assert.equal(await first, undefined);
    assert.deepEqual(failures, [missing]);
    const second = views.open(({ greet }) => greet('b'));
    loads[1]?.succeed();
    assert.equal(await second, 'hello b');
    assert.equal(failures.length, 1);
  });

  it('pass on what a view throws: that is no failed load', async () => {
    const { views, loads, failures } = setUp();
    const opened = views.open(() => Promise.reject(new Error('broken view')));
    loads[0]?.succeed();
    await assert.rejects(opened, /broken view/);
    assert.deepEqual(failures, []);
  });

  it('make a view that is kept once, and dispose it with them', async () => {
    const { views, loads } = setUp();
    const { make, log } = viewFactory();
    const kept = views.keep(make);
    const opened = [kept(), kept()];
    loads[0]?.succeed();
    const [first, second] = await Promise.all(opened);
    assert.ok(first !== undefined && first === second && first === (await kept()));
    views.dispose();
    assert.deepEqual(log, ['make', 'dispose']);
    views.dispose();
    assert.deepEqual(log, ['make', 'dispose']);
  });

  it('make and run nothing once disposed while the load is under way', async () => {
    const { views, loads } = setUp();
    const { make, log } = viewFactory();
    const kept = views.keep(make)();
    const opened = views.open(({ greet }) => greet('a'));
    views.dispose();
    loads[0]?.succeed();
    assert.deepEqual(await Promise.all([kept, opened]), [undefined, undefined]);
    assert.deepEqual(log, []);
  });

  it('report no load that fails after they were disposed', async () => {
    const { views, loads, failures } = setUp();
    const opened = views.open(({ greet }) => greet('a'));
    views.dispose();
    loads[0]?.fail(new Error('no such file'));
    assert.equal(await opened, undefined);
    assert.deepEqual(failures, []);
  });

  it('load nothing once disposed', async () => {
    const { views, loads } = setUp();
    const kept = views.keep(viewFactory().make);
    views.dispose();
    assert.equal(await views.open(({ greet }) => greet('a')), undefined);
    assert.equal(await kept(), undefined);
    assert.equal(loads.length, 0);
  });
});
