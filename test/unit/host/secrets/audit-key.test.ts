import assert from 'node:assert/strict';
import { createAuditKey } from '../../../../src/host/secrets/audit-key';
import { createFakeClock } from '../../fakes/clock';
import { createFakeSecrets } from '../../fakes/secrets';
import { valueOf } from '../../fakes/temporary-store';

const clock = createFakeClock();

describe('the key of the audit log', () => {
  it('is 32 bytes, made once, and the same in the next window', async () => {
    const secrets = createFakeSecrets();
    const key = createAuditKey(secrets, '/a', clock);
    const made = valueOf(await key.get());
    assert.equal(made.length, 32);
    assert.deepEqual(valueOf(await key.get()), made);
    assert.deepEqual(valueOf(await createAuditKey(secrets, '/a', clock).get()), made);
    assert.equal(secrets.values.size, 1);
  });

  it('is that of the other window when two make one at once', async () => {
    const secrets = createFakeSecrets();
    const [a, b] = await Promise.all([
      createAuditKey(secrets, '/a', clock).get(),
      createAuditKey(secrets, '/a', clock).get(),
    ]);
    assert.deepEqual(valueOf(a), valueOf(b));
  });

  it('replaces what is no key', async () => {
    const secrets = createFakeSecrets();
    const key = createAuditKey(secrets, '/a', clock);
    await key.get();
    for (const name of secrets.values.keys()) await secrets.store(name, 'no key');
    assert.equal(valueOf(await key.get()).length, 32);
  });

  it('fails in words of ours when the secrets do not open, and asks again later', async () => {
    const secrets = createFakeSecrets();
    let isShut = true;
    const key = createAuditKey(
      {
        get: (name) => (isShut ? Promise.reject(new Error('sk-leaked')) : secrets.get(name)),
        store: (name, value) => secrets.store(name, value),
      },
      '/a',
      clock,
    );
    const failed = await key.get();
    assert.match(failed.ok ? '' : failed.failure.message, /secret storage could not be opened/);
    assert.doesNotMatch(JSON.stringify(failed), /sk-leaked/);
    isShut = false;
    assert.equal((await key.get()).ok, true);
  });

  it('fails when nothing answers, as in a host whose window is gone', async () => {
    const silent = () => new Promise<never>(() => undefined);
    const key = createAuditKey({ get: silent, store: silent }, '/a', clock);
    const sealed = { log: 'a', number: 1 };
    const asked = [key.get(), key.sealedLog('main'), key.remember('main', sealed)];
    clock.advance(5000);
    for (const { ok } of await Promise.all(asked)) assert.equal(ok, false);
  });

  it('differs between folders, so that no log passes for that of another', async () => {
    const secrets = createFakeSecrets();
    const keys = ['/a', '/b'].map((folder) => createAuditKey(secrets, folder, clock));
    const [a, b] = await Promise.all(keys.map(async (key) => valueOf(await key.get())));
    assert.notDeepEqual(a, b);
  });

  it('keeps the id and the seal of each log of each folder', async () => {
    const secrets = createFakeSecrets();
    const key = createAuditKey(secrets, '/a', clock);
    assert.equal(valueOf(await key.sealedLog('main')), undefined);
    valueOf(await key.remember('main', { log: 'x', number: 7 }));
    valueOf(await key.remember('2', { log: 'y', number: 3, isErasing: true }));
    const again = createAuditKey(secrets, '/a', clock);
    assert.deepEqual(valueOf(await again.sealedLog('main')), { log: 'x', number: 7 });
    assert.deepEqual(valueOf(await again.sealedLog('2')), { log: 'y', number: 3, isErasing: true });
    const other = createAuditKey(secrets, '/b', clock);
    assert.equal(valueOf(await other.sealedLog('main')), undefined);
    for (const name of secrets.values.keys()) await secrets.store(name, '{"log":');
    assert.equal(valueOf(await again.sealedLog('main')), undefined);
  });

  it('keeps the highest number of a second window', async () => {
    const key = createAuditKey(createFakeSecrets(), '/a', clock);
    const highest: number[] = [];
    for (const writer of ['main', '3', '2', '11']) {
      valueOf(await key.remember(writer, { log: 'x', number: 1 }));
      highest.push(valueOf(await key.highestSlot()));
    }
    assert.deepEqual(highest, [0, 3, 3, 11]);
  });
});
