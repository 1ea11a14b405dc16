// @ts-check
/** The audit log that Gatehouse left on disk. */
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** @typedef {import('../../../src/core/contracts/audit/entry').AuditEntry} AuditEntry */

/**
 * @param {{ userDataDir: string }} world
 * @returns {Promise<string | undefined>} Gatehouse's storage of the only folder that was opened yet
 */
export async function findStorage({ userDataDir }) {
  const all = path.join(userDataDir, 'User', 'workspaceStorage');
  const names = await readdir(all, { recursive: true }).catch(() => []);
  const [found, other] = names.filter((name) => path.basename(name) === 'gatehouse.gatehouse');
  if (other !== undefined) throw new Error('Several folders were opened: ask before the second.');
  return found === undefined ? undefined : path.join(all, found);
}

/**
 * @param {{ userDataDir: string }} world
 * @returns {Promise<string[]>} every line of audit.jsonl, oldest first
 */
export async function readAuditLines(world) {
  const folder = await findStorage(world);
  if (folder === undefined) return [];
  const text = await readFile(path.join(folder, 'audit.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/**
 * @param {{ userDataDir: string }} world
 * @returns {Promise<AuditEntry[]>} every entry of a call in audit.jsonl, oldest first
 */
export async function readAudit(world) {
  const lines = (await readAuditLines(world)).map((line) => JSON.parse(line));
  // Other lines note what a crash left, or what the user did without a call.
  return lines.filter((line) => 'tool' in line && !line.tool.startsWith('gatehouse.'));
}
