import type { Failure } from '../../../../core/contracts/failure';
import type { Disposable } from '../../../../core/ports/disposable';
import { chainStart, type ChainPoint } from './lines';
import { findSealBase, type SealBase, writeSeal, type AuditSeal } from './seal';
import {
  filesOf,
  sealFileName,
  type AuditContext,
  firstPoint,
  lastTime,
  type AuditFile,
} from './files';
import { withFile } from '../../disk/disk';
import { inFolder } from '../../disk/file-names';
import { createSerial } from '../../../system/serial';

/**
 * Keeps the seal of one writer: where its log begins and ends, under a MAC whose key is not in the
 * folder (decision page-isolation). Never on the way of a call, and no call fails for it.
 */
export interface AuditSealer {
  /** To be told of each flush: a seal follows within seconds. */
  schedule(): void;
  /** Seals now what is not sealed, and removes files that are past their time; does not reject. */
  seal(): Promise<void>;
  /** Seals nothing while `work` removes the log, and knows nothing of it after. */
  startOver(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface SealerOptions {
  readonly writer: string;
  /** The last line as it was found at the opening. */
  readonly opened: ChainPoint;
  readonly last: () => ChainPoint;
}

/** In milliseconds. */
const sealDelayMs = 5000;
const retentionIntervalMs = 3_600_000;

export function createAuditSealer(place: AuditContext, options: SealerOptions): AuditSealer {
  const { clock, auditKey, log } = place;
  const serial = createSerial();
  let state: SealState = {
    opened: options.opened,
    base: undefined,
    sealed: 0,
    retainedAt: undefined,
  };
  let timer: Disposable | undefined;

  function stopTimer(): void {
    timer?.dispose();
    timer = undefined;
  }

  const sealNow = () =>
    serial.run(async () => {
      stopTimer();
      if (options.last().seq === 0) return;
      try {
        const key = await auditKey.get();
        if (key.ok) await sealWith(place, options, state, key.value);
        else await continueUnsealed(place, options.writer, state, key.failure);
      } catch (error) {
        // The next entry tries again; until then verify tells how many are not sealed.
        log(`Sealing the audit log: ${error instanceof Error ? error.message : String(error)}`);
      }
    });

  return {
    schedule: () => {
      timer ??= clock.after(sealDelayMs, () => void sealNow());
    },
    seal: sealNow,
    startOver: (work) =>
      serial.run(async () => {
        stopTimer();
        await work();
        state = { opened: chainStart, base: undefined, sealed: 0, retainedAt: undefined };
      }),
    close: async () => {
      await sealNow();
      stopTimer();
    },
  };
}

interface SealState {
  /** The last line as it was found at the opening. */
  readonly opened: ChainPoint;
  /** What the next seal goes on from. */
  base: SealBase | undefined;
  /** The newest entry that is sealed. */
  sealed: number;
  retainedAt: number | undefined;
}

async function sealWith(
  place: AuditContext,
  { writer, last }: SealerOptions,
  state: SealState,
  key: Uint8Array,
): Promise<void> {
  if (state.base === undefined) {
    state.base = await findSealBase(place, writer, state.opened, key);
    warn(place, state.base);
  }
  const { base } = state;
  const { seq, prev, digest } = last();
  const expired = await nextExpired(place, writer, state);
  if (base === undefined || (seq === state.sealed && expired === undefined)) return;
  const first = expired?.first ?? base.first;
  const breaks = base.breaks.filter((one) => one.seq >= first.seq);
  const next: SealBase = { number: base.number + 1, first, breaks };
  const at = new Date(place.clock.now()).toISOString();
  const files = (await filesOf(place, writer)).map(({ name }) => name);
  const end = { seq, prev, digest };
  await writeSeal(place, { version: 1, writer, at, ...next, last: end, files }, key);
  state.base = next;
  state.sealed = seq;
  const remembered = await place.auditKey.remember(writer, next.number);
  if (!remembered.ok) place.log(`Remembering the seal: ${remembered.failure.message}`);
  if (expired !== undefined) await removeExpired(place, expired);
}

async function nextExpired(
  place: AuditContext,
  writer: string,
  state: SealState,
): Promise<Expired | undefined> {
  const now = place.clock.now();
  if (state.retainedAt !== undefined && now - state.retainedAt < retentionIntervalMs) {
    return undefined;
  }
  state.retainedAt = now;
  return findExpired(place, writer);
}

function warn({ problems }: AuditContext, base: SealBase | undefined): void {
  const newest = base?.breaks.at(-1);
  if (newest === undefined) return;
  problems.report(
    `The audit log is not as it was sealed: ${newest.text} Run "Gatehouse: Verify Audit Log".`,
  );
}

/** Without the key, files past their time go when there is no seal that would then be wrong. */
async function continueUnsealed(
  place: AuditContext,
  writer: string,
  state: SealState,
  { message, suggestion }: Failure,
): Promise<void> {
  place.problems.report(`The audit log is written, but not sealed: ${message} ${suggestion}`);
  const path = inFolder(place.folder, sealFileName(writer));
  const seal = await withFile(place.disk, path, (file) => file.size());
  const expired = seal === undefined ? await nextExpired(place, writer, state) : undefined;
  if (expired !== undefined) await removeExpired(place, expired);
}

/** Files that are past their time, and what the log begins with without them. */
interface Expired {
  readonly files: readonly AuditFile[];
  readonly first: AuditSeal['first'];
}

const dayMs = 86_400_000;

/**
 * Finds the oldest files of a writer whose last entry is older than the setting allows: whole files
 * only, and never the one that is being written. Undefined when there is nothing to remove.
 */
async function findExpired(place: AuditContext, writer: string): Promise<Expired | undefined> {
  const days = place.limits.auditRetentionDays();
  if (days === 0) return undefined;
  const before = place.clock.now() - days * dayMs;
  const files = await filesOf(place, writer);
  const expired: AuditFile[] = [];
  for (const file of files) {
    const at = file.number === undefined ? undefined : await lastTime(place, file);
    if (at === undefined || at >= before) break;
    expired.push(file);
  }
  if (expired.length === 0) return undefined;
  const first = await firstPoint(place, files.slice(expired.length));
  return first && { files: expired, first: { seq: first.seq, digest: first.digest } };
}

/** After the seal that names the new beginning: a crash in between removes them the next time. */
async function removeExpired({ disk, folder }: AuditContext, { files }: Expired): Promise<void> {
  for (const { name } of files) await disk.remove(inFolder(folder, name));
  await disk.flushFolder(folder);
}
