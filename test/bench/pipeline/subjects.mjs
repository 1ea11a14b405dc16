// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rivalVersion } from '../rivals.mjs';

/**
 * @typedef {object} SubjectPlan
 * @property {'ours' | 'file' | 'disk' | 'realpath' | 'append' | 'gemini' | 'gemini-mended' | 'mcp'} key
 * @property {string} title
 * @property {string} module
 * @property {object} options of its `openSubject`
 * @property {boolean} [isExtra] stands beside what is compared, and is measured over fewer calls
 * @property {readonly string[]} [flags] of Node
 */

const sqlJsWasm = fileURLToPath(import.meta.resolve('sql.js/dist/sql-wasm.wasm'));

/**
 * @param {string} module the bundle of ours.ts
 * @param {readonly string[]} flags
 * @returns {readonly SubjectPlan[]}
 */
export function ourSubjects(module, flags) {
  const plain = { log: 'none', namesFile: false, sqlJsWasm };
  return [
    { key: 'ours', title: 'Gatehouse', module, options: plain, flags },
    {
      key: 'file',
      title: 'Gatehouse, the call names a file',
      module,
      options: { ...plain, namesFile: true },
    },
    {
      key: 'realpath',
      title: 'Gatehouse, and two bare realpath calls after it',
      module,
      options: { ...plain, after: 'realpaths' },
    },
    {
      key: 'disk',
      title: 'Gatehouse, audit entry flushed to disk',
      module,
      options: { ...plain, log: 'journal' },
      isExtra: true,
    },
    {
      key: 'append',
      title: 'Gatehouse, and a bare append with fdatasync after it',
      module,
      options: { ...plain, after: 'append' },
      isExtra: true,
    },
  ];
}

/**
 * @param {string} rivals where they are installed
 * @returns {Promise<readonly SubjectPlan[]>}
 */
export async function rivalSubjects(rivals) {
  const gemini = `gemini-cli-core ${await rivalVersion('@google/gemini-cli-core')} Scheduler`;
  const scheduler = path.join(import.meta.dirname, 'gemini-scheduler.mjs');
  return [
    { key: 'gemini', title: gemini, module: scheduler, options: { rivals, keepsSchema: false } },
    {
      key: 'gemini-mended',
      title: `${gemini}, mended`,
      module: scheduler,
      options: { rivals, keepsSchema: true },
      isExtra: true,
    },
    {
      key: 'mcp',
      title: `MCP SDK ${await rivalVersion('@modelcontextprotocol/sdk')} in memory`,
      module: path.join(import.meta.dirname, 'mcp-in-memory.mjs'),
      options: { rivals },
    },
  ];
}
