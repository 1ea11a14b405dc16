import assert from 'node:assert/strict';
import { WorkLoader } from '../../../../src/host/compose/work-loader';

function createWorld() {
  const log: string[] = [];
  const work = {
    close: () => {
      log.push('close');
      return Promise.resolve();
    },
  };
  let next: () => Promise<typeof work> = () => Promise.resolve(work);
  let dismiss = (): void => undefined;
  const loader = new WorkLoader({
    load: () => {
      log.push('load');
      return next();
    },
    onLoaded: () => log.push('loaded'),
    report: (error) => log.push(String(error)),
    notify: () => {
      log.push('notify');
      return new Promise((settle) => (dismiss = settle));
    },
  });
  return {
    loader,
    log,
    work,
    dismiss: () => {
      dismiss();
      return new Promise((settle) => setImmediate(settle));
    },
    loadWith: (load: () => Promise<typeof work>) => (next = load),
  };
}

const gone = () => Promise.reject(new Error('gone'));

describe('the loader of the second stage', () => {
  it('loads at the first use, once', async () => {
    const { loader, log, work } = createWorld();
    assert.deepEqual(log, []);
    assert.deepEqual(await Promise.all([loader.get(), loader.get()]), [work, work]);
    assert.equal(await loader.get(), work);
    assert.deepEqual(log, ['load', 'loaded']);
  });

  it('notifies once of a load that fails, until the notification is closed', async () => {
    const { loader, log, loadWith, dismiss } = createWorld();
    loadWith(gone);
    assert.equal(await loader.get(), undefined);
    assert.equal(await loader.get(), undefined);
    assert.deepEqual(log, ['load', 'Error: gone', 'notify', 'load', 'Error: gone']);
    await dismiss();
    await loader.get();
    assert.equal(log.filter((line) => line === 'notify').length, 2);
  });

  it('tries again at the next use', async () => {
    const { loader, loadWith, work } = createWorld();
    loadWith(gone);
    assert.equal(await loader.get(), undefined);
    loadWith(() => Promise.resolve(work));
    assert.equal(await loader.get(), work);
  });

  it('closes what it loaded, and loads nothing afterwards', async () => {
    const { loader, log } = createWorld();
    await loader.get();
    await loader.close();
    assert.equal(await loader.get(), undefined);
    assert.deepEqual(log, ['load', 'loaded', 'close']);
  });

  it('closes without a load when nothing was used', async () => {
    const { loader, log } = createWorld();
    await loader.close();
    assert.deepEqual(log, []);
  });

  it('closes also what finishes loading only afterwards', async () => {
    const { loader, log, loadWith, work } = createWorld();
    let finish = (): void => undefined;
    loadWith(() => new Promise((settle) => (finish = () => settle(work))));
    const asked = loader.get();
    const closing = loader.close();
    finish();
    await closing;
    assert.equal(await asked, undefined);
    assert.deepEqual(log, ['load', 'close']);
  });

  it('is silent about a load that fails while the window closes', async () => {
    const { loader, log, loadWith } = createWorld();
    let fail = (): void => undefined;
    loadWith(() => new Promise((_, reject) => (fail = () => reject(new Error('gone')))));
    const asked = loader.get();
    const closing = loader.close();
    fail();
    await closing;
    assert.equal(await asked, undefined);
    assert.deepEqual(log, ['load']);
  });
});
