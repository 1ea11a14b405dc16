import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { sealedEntrySchema } from '../../../../src/core/contracts/audit/entry';
import { auditEntry } from '../../fakes/audit-entry';
import { createFaultyDisk, type Fault } from '../../fakes/faulty-disk';
import { createTemporaryAudit, type TemporaryAudit } from '../../fakes/temporary-audit';
import { stride } from '../../../soak';

describe('the audit log on a failing disk', function () {
  this.timeout(600_000);
  let log: TemporaryAudit;
  beforeEach(() => {
    log = createTemporaryAudit();
  });
  afterEach(() => log.dispose());

  const callsOf = (name: string) =>
    log.lines(name).map((line) => sealedEntrySchema.parse(JSON.parse(line)).tool_call_id);

  const faults: readonly Fault[] = ['EIO', 'short-write'];
  for (const fault of faults) {
    it(`the chain holds when any single disk call fails: ${fault}`, async () => {
      for (let failing = 1, made = failing; failing <= made; failing += stride) {
        await log.dispose();
        log = createTemporaryAudit();
        log.limits.maxFileBytes = 800;
        const disk = createFaultyDisk((_, count) => (count === failing ? fault : undefined));
        const kept = await writeWhatFits(disk);
        made = disk.calls.length;
        const files = log.names().filter((name) => name.endsWith('.jsonl'));
        assert.deepEqual(files.flatMap(callsOf), kept, `call ${failing}`);
        const found = await log.findings();
        // A seal that failed leaves entries without one.
        assert.deepEqual(
          found.filter((kind) => kind !== 'unproven'),
          [],
          `call ${failing}`,
        );
      }
    });
  }

  /** Returns the acknowledged entries; failed ones are not in the log. */
  async function writeWhatFits(
    disk: ReturnType<typeof createFaultyDisk>,
  ): Promise<readonly string[]> {
    const kept: string[] = [];
    const open = () => log.open(disk).catch(() => undefined);
    const audit = (await open()) ?? (await open());
    assert.ok(audit !== undefined);
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      const written = audit.append(auditEntry(id)).then(
        () => kept.push(id),
        () => undefined,
      );
      await written;
    }
    await log.close(audit).catch(() => undefined);
    return kept;
  }
});
