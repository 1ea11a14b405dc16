import initSqlJs, { type SqlJsStatic } from 'sql.js';

/** Loads sql.js; the entry of a bundle of its own, so that only who queries pays for it. */
export function loadSqlJs(wasmFile: string): Promise<SqlJsStatic> {
  return initSqlJs({ locateFile: () => wasmFile });
}
