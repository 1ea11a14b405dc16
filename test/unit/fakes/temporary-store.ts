import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SqlJsStatic } from 'sql.js';
import { loadSqlJs } from '../../../src/adapters/store/sql-js';
import {
  createStore,
  type Store,
  type StoreLimits,
  type StoreOptions,
} from '../../../src/adapters/store/store';
import type { Result } from '../../../src/core/contracts/failure';
import type { Disposable } from '../../../src/core/ports/system';
import { createFakeAuditKey } from './audit-key';
import { createFakeClock, type FakeClock } from './clock';
import { fakeProcesses } from './processes';
import { isMissing } from '../../../src/adapters/system/errno';
import { inProcessWorker } from './in-process-worker';

/** A storage folder on the real disk, and windows that open it. */
export interface TemporaryStore {
  readonly folder: string;
  readonly clock: FakeClock;
  /** Opens another window; `openDatabase` is for its worker. */
  window(options?: WindowOptions): Store;
  /** Names of the files in the folder and in that of the chats, sorted. */
  names(): readonly string[];
  /** Names of the journals, sorted. */
  journals(): readonly string[];
  read(name: string): Buffer;
  /** Undefined if a window has removed it. */
  find(name: string): Buffer | undefined;
  write(name: string, bytes: Uint8Array | string): void;
  remove(name: string): void;
  dispose(): Promise<void>;
}

export interface WindowOptions extends Partial<StoreOptions> {
  readonly openDatabase?: () => Promise<SqlJsStatic>;
}

const megabyte = 1024 * 1024;

/** The default limits, overridden by the given ones. */
export function limitsOf(own: Partial<StoreLimits> = {}): StoreLimits {
  return {
    overflowRetentionDays: () => 7,
    overflowMaxBytes: () => 0,
    chatsRetentionDays: () => 0,
    summariesRetentionDays: () => 0,
    auditRetentionDays: () => 0,
    auditMaxFileBytes: () => 32 * megabyte,
    maxBytes: () => 1024 * megabyte,
    ...own,
  };
}

export const wasmFile = require.resolve('sql.js/dist/sql-wasm.wasm');

let loading: Promise<SqlJsStatic> | undefined;

/** Compiles sql.js once for all tests. */
export function openSqlJs(): Promise<SqlJsStatic> {
  loading ??= loadSqlJs(wasmFile);
  return loading;
}

/** New files carry the real time. */
export function createStoreClock(now = Date.now()): FakeClock {
  const clock = createFakeClock(now);
  return {
    ...clock,
    after: (ms, callback) => (ms < 1000 ? soon(ms, callback) : clock.after(ms, callback)),
  };
}

/**
 * Delays of windows that open at once use real time: no one could know when to advance the clock.
 */
function soon(ms: number, callback: () => void): Disposable {
  const timer = setTimeout(callback, ms);
  return { dispose: () => clearTimeout(timer) };
}

export function createTemporaryStore(): TemporaryStore {
  const base = mkdtempSync(path.join(tmpdir(), 'gatehouse-store-'));
  const folder = path.join(base, 'storage');
  const clock = createStoreClock();
  const stores: Store[] = [];
  const auditKey = createFakeAuditKey();
  // Windows of one process: only their heartbeat shows whether one of them still works.
  const processes = fakeProcesses({
    pid: process.pid,
    isAlive: () => true,
    startTime: () => undefined,
  });
  const names = (): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .sort();
  return {
    folder,
    clock,
    names,
    journals: () => names().filter((name) => /^journal-.*\.log$/.test(name)),
    window: ({ openDatabase = openSqlJs, ...options } = {}) => {
      const store = createStore({
        folder,
        clock,
        ids: { uuid: randomUUID },
        log: () => undefined,
        openWorker: inProcessWorker(openDatabase, options.disk),
        auditKey,
        processes,
        limits: limitsOf(),
        ...options,
      });
      stores.push(store);
      return store;
    },
    read: (name) => readFileSync(path.join(folder, name)),
    find: (name) => {
      try {
        return readFileSync(path.join(folder, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    write: (name, bytes) => {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    },
    remove: (name) => rmSync(path.join(folder, name)),
    dispose: async () => {
      for (const store of stores) await store.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** The value of a successful result. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.failure.errorCode}: ${result.failure.message}`);
}

/** Call ids of the whole audit log, newest first, page by page. */
export async function listedIds(store: Store, limit = 7): Promise<readonly string[]> {
  const { signal } = new AbortController();
  const ids: string[] = [];
  let after: string | undefined;
  for (;;) {
    const page = { limit, signal, ...(after !== undefined && { after }) };
    const { rows, next } = valueOf(await store.auditQuery.list(page));
    ids.push(...rows.map((row) => row.tool_call_id));
    if (next === undefined) return ids;
    after = next;
  }
}

/** Stores a text in conversation "chat" and returns its id. */
export async function putText(store: Store, text: string): Promise<string> {
  return valueOf(await store.overflow.put({ conversationId: 'chat', text }));
}

/** The whole stored text of conversation "chat". */
export async function readText(store: Store, id: string): Promise<string> {
  const whole = { conversationId: 'chat', id, offset: 0, limit: Number.MAX_SAFE_INTEGER };
  return valueOf(await store.overflow.read(whole)).text;
}
