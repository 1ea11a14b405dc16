import {
  filesOf,
  knownWriters,
  type AuditContext,
  parseAuditName,
  writerOfSeal,
  firstSlot,
  mainWriter,
  ownerFileName,
  parseOwnerName,
  type OwnerFile,
} from './files';
import { createAuditSealer } from './sealer';
import { openTail, createAuditWriter, type AuditWriter } from './writer';
import { inFolder } from '../../disk/file-names';
import type { WindowLock } from '../../disk/window-lock';
import type { Clock } from '../../../../core/ports/system';
import { withFile, writeAll, type Disk, errorCodeOf } from '../../disk/disk';

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

/**
 * Which writer a window is. The main one is `main`; others take the smallest number whose owner is
 * gone, so that there are never more writers than there were windows at once.
 *
 * The owner of a number is the window whose token stands in its owner file of the highest generation.
 * To take over is to create the next generation, which only one can; and since the highest one is
 * never removed, nobody can create it twice.
 */
export interface WriterSlotContext {
  readonly disk: Disk;
  readonly folder: string;
  readonly clock: Clock;
}

/** An owner file without its token is being written; after this time, in ms, its window is gone. */
const ownerFileWriteMs = 60_000;

async function takeWriter(place: WriterSlotContext, lock: WindowLock): Promise<string> {
  if (lock.role === 'main') return mainWriter;
  for (let slot = firstSlot; ; slot += 1) {
    if (await takeSlot(place, lock, String(slot))) return String(slot);
  }
}

/** The writers that a window is at work as right now, this one's among them. */
async function busyWriters(
  place: WriterSlotContext,
  lock: WindowLock,
): Promise<ReadonlySet<string>> {
  const others = await lock.others();
  const busy = new Set(lock.role === 'main' ? [mainWriter] : []);
  const placed = new Set<string>();
  for (const owner of await currentOwners(place)) {
    const token = await tokenOf(place, owner);
    if (token === lock.token || others.has(token)) busy.add(owner.writer);
    placed.add(token);
  }
  // One that has no number is the main window, or still opening.
  if ([...others].some((token) => !placed.has(token))) busy.add(mainWriter);
  return busy;
}

async function takeSlot(
  place: WriterSlotContext,
  lock: WindowLock,
  writer: string,
): Promise<boolean> {
  const { disk, folder } = place;
  const owner = (await currentOwners(place)).find((one) => one.writer === writer);
  if (owner !== undefined && (await isSlotHeld(place, lock, owner))) return false;
  const generation = (owner?.generation ?? 0) + 1;
  try {
    const file = await disk.open(inFolder(folder, ownerFileName(writer, generation)), 'create');
    try {
      await writeAll(file, Buffer.from(lock.token), 0);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
  // Whoever looked long ago may have created a generation that was removed since.
  const now = (await currentOwners(place)).find((one) => one.writer === writer);
  const isMine = now === undefined || now.generation === generation;
  const old = isMine ? owner?.name : ownerFileName(writer, generation);
  if (old !== undefined) await disk.remove(inFolder(folder, old));
  return isMine;
}

async function isSlotHeld(
  place: WriterSlotContext,
  lock: WindowLock,
  owner: OwnerFile,
): Promise<boolean> {
  const token = await tokenOf(place, owner);
  if (token !== '') return (await lock.others()).has(token);
  try {
    const at = await place.disk.modifiedAt(inFolder(place.folder, owner.name));
    return place.clock.now() - at < ownerFileWriteMs;
  } catch (error) {
    // Taken over in between: somebody has it.
    if (errorCodeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

/** The owner file of the highest generation of each writer. */
async function currentOwners({ disk, folder }: WriterSlotContext): Promise<readonly OwnerFile[]> {
  const highest = new Map<string, OwnerFile>();
  for (const name of await disk.names(folder)) {
    const owner = parseOwnerName(name);
    if (owner === undefined) continue;
    const known = highest.get(owner.writer);
    if (known === undefined || known.generation < owner.generation) {
      highest.set(owner.writer, owner);
    }
  }
  return [...highest.values()];
}

/** Empty while it is being written, and when it is gone. */
async function tokenOf({ disk, folder }: WriterSlotContext, { name }: OwnerFile): Promise<string> {
  const read = await withFile(disk, inFolder(folder, name), async (file) =>
    Buffer.from(await file.read(0, await file.size())).toString(),
  );
  return read ?? '';
}
