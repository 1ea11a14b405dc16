import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { auditEntry } from '../../fakes/audit-entry';
import { createFaultyDisk, type DiskCall } from '../../fakes/faulty-disk';
import { said } from '../../fakes/store-chats';
import { createTemporaryStore, listedIds, putText, readText } from '../../fakes/temporary-store';
import { times } from '../../../soak';

const runs = times(60);

describe('torn writes', function () {
  this.timeout(600_000);

  it('any unflushed suffix may be lost or garbage: nothing acknowledged is lost, nothing partial is visible', () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({
          sizes: fc.array(fc.nat(400), { minLength: 1, maxLength: 4 }),
          kept: fc.nat(1500),
          garbage: fc.uint8Array({ maxLength: 200 }),
          isSealed: fc.boolean(),
        }),
        async ({ sizes, kept, garbage, isSealed }) => {
          const storage = createTemporaryStore();
          try {
            /** First nothing is flushed any more, then the power fails. */
            let failing: (call: DiskCall) => boolean = () => false;
            const disk = createFaultyDisk((call) => (failing(call) ? 'EIO' : undefined));
            const store = storage.window({ disk, journalLimit: isSealed ? 4 : 1_000_000 });
            const ids = new Map<string, string>();
            for (const size of sizes) {
              ids.set(await putText(store, 'a'.repeat(size)), 'a'.repeat(size));
            }
            failing = (call) => call === 'flush' || call === 'truncate';
            const attempts = sizes.map((size, index) => {
              const put = [
                { part: 'transcript', key: `${index}`, value: 'b'.repeat(size) },
              ] as const;
              return store.conversations.write('torn', { put });
            });
            for (const { ok } of await Promise.all(attempts)) assert.equal(ok, false);
            assert.equal((await store.audit.append(auditEntry('torn'))).ok, false);
            failing = () => true;
            // It writes nothing more; running disk calls end.
            await store.close();
            await disk.loseUnflushed(kept, garbage);
            storage.clock.advance(120_000);

            const next = storage.window({ disk: createFaultyDisk() });
            const more = await putText(next, 'more');
            assert.equal(await readText(next, more), 'more');
            for (const [id, text] of ids) assert.equal(await readText(next, id), text);
            const whole = sizes.map((size) => 'b'.repeat(size));
            for (const text of (await said(next, 'torn')) ?? []) {
              assert.ok(typeof text === 'string' && whole.includes(text));
            }
            for (const call of await listedIds(next)) assert.equal(call, 'torn');
          } finally {
            await storage.dispose();
          }
        },
      ),
      { numRuns: runs },
    ));
});
