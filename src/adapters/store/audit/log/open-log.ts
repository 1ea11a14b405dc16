import { randomUUID } from 'node:crypto';
import type { SealedLog } from '../../../../core/ports/audit-log';
import { filesOf, knownWriters, type AuditContext } from './files';
import {
  parseAuditName,
  writerOfSeal,
  firstSlot,
  mainWriter,
  ownerFileName,
  parseOwnerName,
  type OwnerFile,
} from './audit-names';
import { AuditSealer } from './sealer';
import { chainStart } from './lines';
import { sealedSeq } from './seal';
import { AuditWriter, openTail } from './writer';
import { inFolder } from '../../disk/file-names';
import type { WindowLock } from '../../disk/window-lock';
import { readWhole, withOpened, writeAll } from '../../../system/whole-file';
import type { StoreFolder } from '../../disk/file-names';
import { errnoOf } from '../../../system/errno';

/** The audit log of a folder; this window writes one part of it. */
export interface OpenAudit extends Pick<AuditWriter, 'append' | 'flushedSize' | 'close'> {
  readonly writer: string;
  /** Writers that are in use by open windows. */
  busy(): Promise<ReadonlySet<string>>;
  /** Seals new entries; does not reject. */
  seal(): Promise<void>;
  /** Removes the log and its seals, except the parts that other open windows write. */
  erase(): Promise<void>;
}

export async function openAudit(context: AuditContext, lock: WindowLock): Promise<OpenAudit> {
  const { auditKey } = context;
  const writer = await takeWriter(context, lock);
  const files = await filesOf(context, writer);
  const tail = await openTail(context, writer, files);
  const isAfterCrash = tail.last.seq > (await sealedSeq(context, writer));
  const log: AuditWriter = new AuditWriter(context, writer, {
    files,
    tail,
    isAfterCrash,
    isHeld: () => lock.isHeld(),
    onFlushed: () => sealer.schedule(),
  });
  let sealer = new AuditSealer(context, log, tail.last);
  const busy = () => busyWriters(context, lock);

  // What a crash left without a seal is compared and sealed soon, even if no call follows.
  if (isAfterCrash) sealer.schedule();

  return {
    writer,
    append: (entry) => log.append(entry),
    flushedSize: () => log.flushedSize(),
    busy,
    seal: () => sealer.seal(),
    erase: async () => {
      const others = await busy();
      const known = await knownWriters(context, auditKey);
      const gone = known.filter((owner) => owner === writer || !others.has(owner));
      await log.startOver(async () => {
        await sealer.stop();
        await removeLogs(context, gone);
        sealer = new AuditSealer(context, log, chainStart);
      });
    },
    close: async () => {
      await log.close();
      await sealer.close();
    },
  };
}

/** Removes the logs of the writers. A crash in between reads as neither damage nor tampering. */
async function removeLogs(context: AuditContext, writers: readonly string[]): Promise<void> {
  const { disk, folder, auditKey } = context;
  const remember = async (writer: string, sealed: SealedLog): Promise<void> => {
    const stored = await auditKey.remember(writer, sealed);
    if (!stored.ok) context.log(`Could not forget a seal: ${stored.failure.message}`);
  };
  for (const writer of writers) {
    const sealed = await auditKey.sealedLog(writer);
    const { log, number } = (sealed.ok ? sealed.value : undefined) ?? { log: '', number: 0 };
    await remember(writer, { log, number, isErasing: true });
  }
  for (const name of await disk.names(folder)) {
    const owner = writerOfSeal(name) ?? parseAuditName(name)?.writer;
    if (owner !== undefined && writers.includes(owner)) await disk.remove(inFolder(folder, name));
  }
  await disk.flushPath(folder);
  // A new id: the erased log cannot be put back.
  for (const writer of writers) await remember(writer, { log: randomUUID(), number: 0 });
}

/**
 * Chooses the writer of a window. The main window is `main`; others take the lowest number whose
 * owner is gone, so there are never more writers than windows were open at once.
 *
 * The owner of a number is the window whose token is in its owner file of the highest generation.
 * Taking over means creating the next generation, which only one window can do. The highest
 * generation is never removed, so it cannot be created twice.
 */
async function takeWriter(context: StoreFolder, lock: WindowLock): Promise<string> {
  if (lock.role === 'main') return mainWriter;
  for (let slot = firstSlot; ; slot += 1) {
    if (await takeSlot(context, lock, String(slot))) return String(slot);
  }
}

/** Writers in use by open windows, including this one. */
async function busyWriters(context: StoreFolder, lock: WindowLock): Promise<ReadonlySet<string>> {
  const others = await lock.others();
  const busy = new Set(lock.role === 'main' ? [mainWriter] : []);
  const placed = new Set<string>();
  for (const owner of await currentOwners(context)) {
    const token = await tokenOf(context, owner);
    if (token === lock.token || others.has(token)) busy.add(owner.writer);
    placed.add(token);
  }
  // A window without a number is the main window, or still opening.
  if ([...others].some((token) => !placed.has(token))) busy.add(mainWriter);
  return busy;
}

async function takeSlot(context: StoreFolder, lock: WindowLock, writer: string): Promise<boolean> {
  const { disk, folder } = context;
  const owner = (await currentOwners(context)).find((one) => one.writer === writer);
  if (owner !== undefined) {
    const token = await tokenOf(context, owner);
    // A file that is gone was taken over meanwhile: another window owns it.
    if (await lock.isLive(token, inFolder(folder, owner.name))) return false;
  }
  const generation = (owner?.generation ?? 0) + 1;
  try {
    const path = inFolder(folder, ownerFileName(writer, generation));
    await withOpened(disk, path, 'create', (file) => writeAll(file, Buffer.from(lock.token), 0));
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
  // A slow window may have created a generation that was removed since.
  const now = (await currentOwners(context)).find((one) => one.writer === writer);
  const isMine = now === undefined || now.generation === generation;
  const old = isMine ? owner?.name : ownerFileName(writer, generation);
  if (old !== undefined) await disk.remove(inFolder(folder, old));
  return isMine;
}

/** Each writer's owner file of the highest generation. */
async function currentOwners({ disk, folder }: StoreFolder): Promise<readonly OwnerFile[]> {
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

/** Empty while the file is being written, or once it is gone. */
async function tokenOf({ disk, folder }: StoreFolder, { name }: OwnerFile): Promise<string> {
  const bytes = await readWhole(disk, inFolder(folder, name));
  return Buffer.from(bytes ?? []).toString();
}
