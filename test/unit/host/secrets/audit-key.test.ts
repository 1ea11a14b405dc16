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
    await secrets.store('gatehouse.auditKey', 'no key');
    assert.equal(valueOf(await createAuditKey(secrets, '/a', clock).get()).length, 32);
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
    const asked = [key.get(), key.newest('main'), key.remember('main', 1)];
    clock.advance(5000);
    for (const { ok } of await Promise.all(asked)) assert.equal(ok, false);
  });

  it('keeps the number of the newest seal of each writer of each folder', async () => {
    const secrets = createFakeSecrets();
    const key = createAuditKey(secrets, '/a', clock);
    assert.equal(valueOf(await key.newest('main')), 0);
    valueOf(await key.remember('main', 7));
    valueOf(await key.remember('2', 3));
    const again = createAuditKey(secrets, '/a', clock);
    assert.deepEqual(
      [valueOf(await again.newest('main')), valueOf(await again.newest('2'))],
      [7, 3],
    );
    assert.equal(valueOf(await createAuditKey(secrets, '/b', clock).newest('main')), 0);
    valueOf(await key.remember('main', 0));
    assert.equal(valueOf(await again.newest('main')), 0);
  });
});
