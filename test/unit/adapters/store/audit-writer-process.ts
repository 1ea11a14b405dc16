import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openAudit } from '../../../../src/adapters/store/audit/log/open-log';
import { nodeDisk } from '../../../../src/adapters/system/node-disk';
import { Problems } from '../../../../src/adapters/store/disk/problems';
import { takeLock } from '../../../../src/adapters/store/disk/window-lock';
import { systemProcesses } from '../../../../src/adapters/system/processes';
import type { AuditKey } from '../../../../src/core/ports/audit-log';
import type { Clock } from '../../../../src/core/ports/system';
import { auditEntry } from '../../fakes/audit-entry';
import { createAuditKey } from '../../../../src/host/secrets/audit-key';
import { createFileSecrets } from '../../fakes/file-secrets';

/** Seals ten times as often, so that kills also hit seals. */
const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms === 500 ? 50 : ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** The secrets of the folder, in a folder beside it. */
export function keyInFiles(folder: string): AuditKey {
  return createAuditKey(createFileSecrets(`${folder}-secrets`), folder, clock);
}

/** Writes entries endlessly and prints the id of each acknowledged one. */
export async function runAuditWriter(folder: string, name: string): Promise<void> {
  const place = {
    disk: nodeDisk,
    folder,
    clock,
    ids: { uuid: randomUUID },
    processes: systemProcesses,
    problems: new Problems(() => undefined),
    log: () => undefined,
    auditKey: keyInFiles(folder),
    limits: { auditMaxFileBytes: () => 20_000, auditRetentionDays: () => 0 },
  };
  const audit = await openAudit(place, await takeLock(place));
  for (let count = 0; ; count += 1) {
    const calls = [`${name}-${count}-x`, `${name}-${count}-y`];
    const ts = new Date().toISOString();
    await Promise.all(calls.map((call) => audit.append(auditEntry(call, { ts }))));
    writeSync(1, `${calls.join('\n')}\n`);
  }
}
