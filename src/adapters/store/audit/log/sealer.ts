import { say } from '../../../../core/base/sentence';
import { isTampering } from '../../../../core/contracts/audit/entry';
import { type Failure, saidWithAdvice } from '../../../../core/contracts/failure';
import type { Disposable } from '../../../../core/ports/system';
import type { ChainPoint } from './lines';
import type { AuditWriter } from './writer';
import {
  findSealBase,
  sealKeys,
  writeSeal,
  type AuditSeal,
  type SealBase,
  type SealKeys,
} from './seal';
import { filesOf, type AuditContext, firstPoint, readFilesOf, lastTime } from './files';
import { sealFileName, type AuditFile } from './audit-names';
import { withFile } from '../../../system/whole-file';
import { inFolder } from '../../disk/file-names';
import { createSerial } from '../../../system/serial';

/** A seal is on disk within a second of the entry. */
const sealDelayMs = 500;
const retentionIntervalMs = 3_600_000;
/** Secret storage is slow: it holds the number of a recent seal, and of the last one at closing. */
const rememberIntervalMs = 10_000;

/**
 * Seals one writer's log: its first and last entry, under a MAC whose key is outside the folder
 * (decision page-isolation). Sealing never delays a call or makes it fail.
 */
export class AuditSealer {
  private readonly serial = createSerial();
  /** The starting point for the next seal. */
  private base: SealBase | undefined;
  /** The newest sealed entry. */
  private sealed = 0;
  private retainedAt: number | undefined;
  /** The seal in secret storage. */
  private remembered: { readonly number: number; readonly at: number } | undefined;
  private timer: Disposable | undefined;
  private rememberTimer: Disposable | undefined;

  constructor(
    private readonly context: AuditContext,
    private readonly log: AuditWriter,
    /** The last line when the log was opened. */
    private readonly opened: ChainPoint,
  ) {}

  /** Call after each flush: a seal follows within seconds. */
  schedule(): void {
    this.timer ??= this.context.clock.after(sealDelayMs, () => void this.seal());
  }

  /** Seals new entries and removes expired files; does not reject. */
  seal(): Promise<void> {
    return this.serial.run(async () => {
      const { context, log } = this;
      this.stopTimer();
      if (log.last().seq === 0) return;
      try {
        const keys = await sealKeys(context.auditKey, log.writer);
        if (keys.ok) await this.sealWith(keys.value);
        else await this.continueUnsealed(keys.failure);
      } catch (error) {
        // The next entry tries again; until then, verification reports the entries as not sealed.
        const reason = error instanceof Error ? error.message : String(error);
        context.log(`Could not seal the audit log: ${reason}`);
      }
    });
  }

  /** Waits for a running seal, and cancels the next one. */
  stop(): Promise<void> {
    return this.serial.run(() => {
      this.stopTimer();
      this.rememberTimer?.dispose();
      this.rememberTimer = undefined;
    });
  }

  async close(): Promise<void> {
    await this.seal();
    this.stopTimer();
    await this.serial.run(() => this.remember());
  }

  private stopTimer(): void {
    this.timer?.dispose();
    this.timer = undefined;
  }

  private async sealWith(keys: SealKeys): Promise<void> {
    const { context, log } = this;
    const { writer } = log;
    if (this.base === undefined) {
      this.base = await findSealBase(context, writer, this.opened, keys);
      warn(context, this.base);
    }
    const { base } = this;
    const expired = await this.nextExpired();
    const { seq, prev, digest } = log.last();
    if (base === undefined || (seq === this.sealed && expired === undefined)) return;
    const onSealed = log.beginSeal();
    const next: SealBase = {
      ...base,
      number: base.number + 1,
      first: expired?.first ?? base.first,
    };
    const at = new Date(context.clock.now()).toISOString();
    const files = (await filesOf(context, writer)).map(({ name }) => name);
    const end = { seq, prev, digest };
    await writeSeal(context, { version: 2, writer, at, ...next, last: end, files }, keys.key);
    this.base = next;
    this.sealed = seq;
    onSealed();
    await this.rememberSoon();
    if (expired !== undefined) await removeExpired(context, expired);
  }

  /** Stores the number of the last seal, now or when the interval since the last time is over. */
  private async rememberSoon(): Promise<void> {
    const { clock } = this.context;
    const since = clock.now() - (this.remembered?.at ?? -Infinity);
    if (since >= rememberIntervalMs) return this.remember();
    this.rememberTimer ??= clock.after(rememberIntervalMs - since, () => {
      void this.serial.run(() => this.remember());
    });
  }

  /** Does not reject. */
  private async remember(): Promise<void> {
    const { base, context, remembered, log } = this;
    this.rememberTimer?.dispose();
    this.rememberTimer = undefined;
    if (base === undefined || base.number === remembered?.number) return;
    const { number } = base;
    const stored = await context.auditKey.remember(log.writer, { log: base.log, number });
    if (stored.ok) this.remembered = { number, at: context.clock.now() };
    else context.log(`Could not record the seal: ${stored.failure.message}`);
  }

  private async nextExpired(): Promise<Expired | undefined> {
    const now = this.context.clock.now();
    const isEarly = this.retainedAt !== undefined && now - this.retainedAt < retentionIntervalMs;
    if (isEarly) return undefined;
    this.retainedAt = now;
    return findExpired(this.context, this.log.writer);
  }

  /** Without the key, expired files are removed only if no existing seal would become wrong. */
  private async continueUnsealed(failed: Failure): Promise<void> {
    const { context, log } = this;
    context.problems.report(
      say`The audit log is being written but not sealed: ${saidWithAdvice(failed)}`,
    );
    const path = inFolder(context.folder, sealFileName(log.writer));
    const seal = await withFile(context.disk, path, (file) => file.size());
    const expired = seal === undefined ? await this.nextExpired() : undefined;
    if (expired !== undefined) await removeExpired(context, expired);
  }
}

/** A crash is no reason to warn. */
function warn({ problems }: AuditContext, base: SealBase | undefined): void {
  const newest = base?.breaks.findLast(({ kind }) => isTampering(kind));
  if (newest === undefined) return;
  problems.report(
    say`The audit log does not match its seal: ${newest.text} Run "Gatehouse: Verify Audit Log".`,
  );
}

/** Expired files, and the first entry of the log without them. */
interface Expired {
  readonly files: readonly AuditFile[];
  readonly first: AuditSeal['first'];
}

const dayMs = 86_400_000;

/**
 * The oldest files of a writer whose last entry is past the retention time: only whole files, never
 * the one being written. Undefined if there is nothing to remove.
 */
async function findExpired(context: AuditContext, writer: string): Promise<Expired | undefined> {
  const days = context.limits.auditRetentionDays();
  if (days === 0) return undefined;
  const before = context.clock.now() - days * dayMs;
  return readFilesOf(context, writer, async (files) => {
    const expired: AuditFile[] = [];
    for (const file of files) {
      const at = file.number === undefined ? undefined : await lastTime(context, file);
      if (at === undefined || at >= before) break;
      expired.push(file);
    }
    if (expired.length === 0) return undefined;
    const first = await firstPoint(context, files.slice(expired.length));
    return first && { files: expired, first: { seq: first.seq, digest: first.digest } };
  });
}

/**
 * Runs after the seal that names the new start: if a crash intervenes, the next run removes them.
 */
async function removeExpired({ disk, folder }: AuditContext, { files }: Expired): Promise<void> {
  for (const { name } of files) await disk.remove(inFolder(folder, name));
  await disk.flushPath(folder);
}
