import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditContext } from '../../../src/adapters/store/audit/log/files';
import { openAudit, type OpenAudit } from '../../../src/adapters/store/audit/log/open-log';
import { verifyAudit } from '../../../src/adapters/store/audit/log/verify';
import { nodeDisk } from '../../../src/adapters/system/node-disk';
import type { Disk, DiskFile } from '../../../src/adapters/system/disk';
import { Problems } from '../../../src/adapters/store/disk/problems';
import { Leases } from '../../../src/adapters/leases/leases';
import type { WindowLock } from '../../../src/adapters/store/disk/window-lock';
import type { AuditKey } from '../../../src/core/ports/audit-log';
import type { AuditVerdict } from '../../../src/core/contracts/audit/entry';
import { createFakeAuditKey, type FakeAuditKey } from './audit-key';
import { auditEntry } from './audit-entry';
import { createFakeClock, type FakeClock } from './clock';
import { fakeProcesses } from './processes';
import { valueOf } from './temporary-store';

/** An audit log on the real disk, and windows that write it. */
export interface TemporaryAudit {
  readonly folder: string;
  readonly clock: FakeClock;
  readonly key: FakeAuditKey;
  readonly limits: { maxFileBytes: number; retentionDays: number };
  readonly problems: Problems;
  /** Opens the log in another window; only the first open window is the main one. */
  open(disk?: Disk): Promise<OpenAudit>;
  /** Simulates the end of the process: nothing is closed. */
  kill(audit: OpenAudit): Promise<void>;
  close(audit: OpenAudit): Promise<void>;
  /** Reads the log in a window that has not written. */
  verify(): Promise<AuditVerdict>;
  /** Kinds of all findings, sorted, each once. */
  findings(): Promise<readonly string[]>;
  names(): readonly string[];
  lines(name: string): readonly string[];
  read(name: string): Buffer;
  write(name: string, content: Uint8Array | string): void;
  remove(name: string): void;
  dispose(): Promise<void>;
}

/** `keyOf`: the secrets of the folder; in memory if absent. */
export function createTemporaryAudit(keyOf?: (folder: string) => AuditKey): TemporaryAudit {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-audit-'));
  const clock = createFakeClock();
  const key = createFakeAuditKey();
  const auditKey = keyOf?.(folder) ?? key;
  const limits = { maxFileBytes: 0, retentionDays: 0 };
  const problems = new Problems(() => undefined);
  const leases = new Leases({
    ...{ disk: nodeDisk, clock, token: 'audit' },
    processes: fakeProcesses({ isAlive: () => true }),
    kind: { patienceMs: 60_000, isFenced: true },
  });
  const alive = new Set<WindowLock>();
  const locks = new Map<OpenAudit, WindowLock>();
  let tokens = 0;
  const opened = new Map<string, Set<DiskFile>>();
  /** Tracks open files, so that a killed window leaves no handle behind. */
  const watch = (disk: Disk, token: string): Disk => ({
    ...disk,
    open: async (file, mode) => {
      const handle = await disk.open(file, mode);
      const handles = opened.get(token) ?? new Set();
      opened.set(token, handles.add(handle));
      return { ...handle, close: () => (handles.delete(handle), handle.close()) };
    },
  });
  const drop = async (token: string): Promise<void> => {
    for (const handle of opened.get(token) ?? []) await handle.close().catch(() => undefined);
    opened.delete(token);
  };
  const forget = (audit: OpenAudit): void => {
    const lock = locks.get(audit);
    if (lock !== undefined) alive.delete(lock);
    locks.delete(audit);
  };
  const at = (name: string): string => path.join(folder, name);
  const placeWith = (disk: Disk): AuditContext => ({
    disk,
    folder,
    clock,
    problems,
    log: () => undefined,
    auditKey,
    limits: {
      auditMaxFileBytes: () => limits.maxFileBytes,
      auditRetentionDays: () => limits.retentionDays,
    },
  });
  const verify = async (): Promise<AuditVerdict> => {
    const own = {
      writer: 'nobody',
      flushedSize: () => 0,
      busy: () => Promise.resolve(new Set([...locks.keys()].map((one) => one.writer))),
    };
    const place = { ...placeWith(nodeDisk), own };
    return valueOf(await verifyAudit(place, { signal: new AbortController().signal }));
  };
  return {
    folder,
    clock,
    key,
    limits,
    problems,
    open: async (disk = nodeDisk) => {
      tokens += 1;
      const isMainOpen = [...alive].some(({ role }) => role === 'main');
      const lock: WindowLock = {
        role: isMainOpen ? 'second' : 'main',
        token: `token-${tokens}`,
        isHeld: () => true,
        others: () =>
          Promise.resolve(
            new Set([...alive].map(({ token }) => token).filter((t) => t !== lock.token)),
          ),
        isLive: async (token, file) =>
          token === '' ? leases.isLive('', file) : (await lock.others()).has(token),
        mainPid: () => Promise.resolve(undefined),
        release: () => Promise.resolve(),
      };
      // The timers of a killed window end with it.
      const timers: FakeClock = {
        ...clock,
        after: (ms, callback) => clock.after(ms, () => alive.has(lock) && callback()),
      };
      // As in a real folder, a window holds its lock before it opens the log.
      alive.add(lock);
      try {
        const audit = await openAudit(
          { ...placeWith(watch(disk, lock.token)), clock: timers },
          lock,
        );
        locks.set(audit, lock);
        return audit;
      } catch (error) {
        alive.delete(lock);
        throw error;
      }
    },
    kill: async (audit) => {
      await drop(locks.get(audit)?.token ?? '');
      forget(audit);
    },
    close: async (audit) => {
      await audit.close();
      forget(audit);
    },
    verify,
    findings: async () => [...new Set((await verify()).findings.map(({ kind }) => kind))].sort(),
    names: () => readdirSync(folder).sort(),
    lines: (name) => readFileSync(at(name), 'utf8').split('\n').slice(0, -1),
    read: (name) => readFileSync(at(name)),
    write: (name, content) => writeFileSync(at(name), content),
    remove: (name) => rmSync(at(name)),
    dispose: async () => {
      for (const token of [...opened.keys()]) await drop(token);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Appends entries `first` to `first + count - 1`, one after another. */
export async function appendCalls(audit: OpenAudit, count: number, first = 1): Promise<void> {
  for (let call = first; call < first + count; call += 1) {
    await audit.append(auditEntry(`call-${call}`));
  }
}

/** A log of so many calls, whose window has closed. */
export async function closedAudit(calls: number): Promise<TemporaryAudit> {
  const log = createTemporaryAudit();
  const audit = await log.open();
  await appendCalls(audit, calls);
  await log.close(audit);
  return log;
}
