// @ts-check
/** A long audit log, written by the store itself: chained as in a window, before one is open. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';

import { repository } from '../../harness/install.mjs';
import { until } from './until.mjs';

/** @typedef {import('../../../src/core/contracts/audit/entry').AuditEntry} AuditEntry */

const second = 1000;
const noKey = { ok: false, failure: { message: 'No window is open.', suggestion: '' } };

/**
 * @param {number} count
 * @param {(number: number) => Partial<AuditEntry>} more of the entry with that number, from 1
 * @returns {Promise<string>} the folder that holds it
 */
export async function writeLongLog(count, more) {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-log-'));
  const { createStore } = await storeModule();
  const store = createStore(storeOptions(folder));
  const end = Date.now();
  const entries = Array.from({ length: count }, (_, at) => ({
    ts: new Date(end - (count - at) * second).toISOString(),
    session: 'sess_long',
    tool_call_id: `call_${at + 1}`,
    tool: 'core__bash',
    call: { command: `echo ${at + 1}` },
    result: 'success',
    summary: 'ok',
    trust: 'trusted',
    phase: 'executor',
    origin: 'model',
    approved_by: 'user',
    gates: [],
    duration_ms: 3,
    actor: 'user',
    tenant: 'demo',
    enforcement: 'enforced',
    ...more(at + 1),
  }));
  const written = await Promise.all(entries.map((entry) => store.audit.append(entry)));
  const refused = written.find(({ ok }) => !ok);
  if (refused) throw new Error(`The log was not written: ${refused.failure.message}`);
  await store.close();
  return folder;
}

/** @returns {Promise<typeof import('../../../src/adapters/store/store')>} */
async function storeModule() {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'gatehouse-store-')), 'store.cjs');
  await esbuild.build({
    absWorkingDir: repository,
    bundle: true,
    entryPoints: ['src/adapters/store/store.ts'],
    external: ['sql.js'],
    format: 'cjs',
    outfile: file,
    platform: 'node',
  });
  return createRequire(import.meta.url)(file);
}

/**
 * @param {string} folder
 * @returns {import('../../../src/adapters/store/store').StoreOptions}
 */
function storeOptions(folder) {
  const never = () => 0;
  return {
    folder,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after: (/** @type {number} */ ms, /** @type {() => void} */ callback) => {
        const timer = setTimeout(callback, ms);
        return { dispose: () => clearTimeout(timer) };
      },
    },
    ids: { uuid: () => randomUUID() },
    log: () => undefined,
    // Entries need none: the window makes its own from them.
    openDatabase: () => Promise.reject(new Error('There is no database here.')),
    auditKey: { get: async () => noKey, newest: async () => noKey, remember: async () => noKey },
    limits: {
      overflowRetentionDays: never,
      overflowMaxBytes: never,
      chatsRetentionDays: never,
      auditRetentionDays: never,
      auditMaxFileBytes: () => 2 ** 30,
      maxBytes: () => 2 ** 30,
    },
  };
}

/**
 * Puts the log where the window looks for it, before it has looked.
 *
 * @param {{ userDataDir: string }} world
 * @param {string} folder
 * @returns {Promise<string>} the log's file
 */
export async function moveLogTo({ userDataDir }, folder) {
  const all = path.join(userDataDir, 'User', 'workspaceStorage');
  const [workspace = ''] = await until('the storage of the workspace', async () => {
    const names = await readdir(all).catch(() => []);
    return names.length > 0 && names;
  });
  const storage = path.join(all, workspace, 'gatehouse.gatehouse');
  await mkdir(storage, { recursive: true });
  const file = path.join(storage, 'audit.jsonl');
  await rename(path.join(folder, 'audit.jsonl'), file);
  return file;
}
