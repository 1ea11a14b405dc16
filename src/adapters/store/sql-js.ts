import type { SqlJsStatic } from 'sql.js';

/** Loads sql.js, which is a bundle of its own: it is needed for queries only. */
export async function loadSqlJs(wasmFile: string): Promise<SqlJsStatic> {
  const { default: initSqlJs } = await import('sql.js');
  return initSqlJs({ locateFile: () => wasmFile });
}
