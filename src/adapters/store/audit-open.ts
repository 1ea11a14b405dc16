import { filesOf } from './audit-files';
import { knownWriters } from './audit-known-writers';
import { busyWriters, takeWriter } from './audit-slot';
import type { AuditContext } from './audit-place';
import { createAuditSealer } from './audit-sealer';
import { openTail } from './audit-tail';
import { createAuditWriter, type AuditWriter } from './audit-writer';
import { parseAuditName, writerOfSeal } from './audit-names';
import { inFolder } from './names';
import type { WindowLock } from './window-lock';

/** The audit log of a folder, of which this window writes one part. */
export interface OpenAudit extends AuditWriter {
  /** The writers that a window is at work as right now. */
  busy(): Promise<ReadonlySet<string>>;
  /** Seals what is not sealed; does not reject. */
  seal(): Promise<void>;
  /** Removes the log and its seals; what other open windows write stays. */
  erase(): Promise<void>;
}

export async function openAudit(place: AuditContext, lock: WindowLock): Promise<OpenAudit> {
  const { disk, folder, auditKey } = place;
  const writer = await takeWriter(place, lock);
  const files = await filesOf(place, writer);
  const tail = await openTail(place, writer, files);
  const sealer = createAuditSealer(place, {
    writer,
    opened: tail.last,
    last: () => log.last(),
  });
  const log: AuditWriter = createAuditWriter(place, {
    writer,
    files,
    tail,
    isHeld: () => lock.isHeld(),
    onFlushed: () => sealer.schedule(),
    onRotated: () => void sealer.seal(),
  });
  const busy = () => busyWriters(place, lock);

  async function remove(writers: readonly string[]): Promise<void> {
    for (const owner of writers) {
      const forgotten = await auditKey.remember(owner, 0);
      if (!forgotten.ok) place.log(`Forgetting a seal: ${forgotten.failure.message}`);
    }
    for (const name of await disk.names(folder)) {
      const owner = writerOfSeal(name) ?? parseAuditName(name)?.writer;
      if (owner !== undefined && writers.includes(owner)) await disk.remove(inFolder(folder, name));
    }
    await disk.flushFolder(folder);
  }

  return {
    ...log,
    busy,
    seal: () => sealer.seal(),
    erase: async () => {
      const others = await busy();
      const known = await knownWriters(place, auditKey);
      const gone = known.filter((owner) => owner === writer || !others.has(owner));
      await log.startOver(() => sealer.startOver(() => remove(gone)));
    },
    close: async () => {
      await log.close();
      await sealer.close();
    },
  };
}
