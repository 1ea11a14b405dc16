import { appendFile, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from 'sql.js';
import { loadSqlJs } from '../../../src/adapters/store/sql-js';
import { entryOf, must, openStore, textOf, type StorePlace } from './open-store';

/** What appends: ours in three ways, and what others do. */
export type Appender = 'audit' | 'chat' | 'output' | 'appendFile' | 'flushed' | 'export';

export interface AppendOptions extends StorePlace {
  readonly appender: Appender;
  /** Of one text. */
  readonly bytes: number;
  readonly calls: number;
  /** Of what the database holds before; for `export`. */
  readonly storedBytes?: number;
}

interface Append {
  write(text: string, count: number): Promise<void>;
  close(): Promise<void>;
}

/** Microseconds of each write, one after another; the first ones are not counted. */
export async function measureAppends(options: AppendOptions): Promise<readonly number[]> {
  const append = await openAppend(options);
  const warm = Math.ceil(options.calls / 10);
  const times: number[] = [];
  for (let count = -warm; count < options.calls; count += 1) {
    const text = textOf(options.bytes, count);
    const began = performance.now();
    await append.write(text, count);
    if (count >= 0) times.push((performance.now() - began) * 1000);
  }
  await append.close();
  return times;
}

function openAppend(options: AppendOptions): Promise<Append> | Append {
  const { appender, folder } = options;
  const file = path.join(folder, 'appended');
  switch (appender) {
    case 'appendFile':
      return { write: (text) => appendFile(file, text), close: () => Promise.resolve() };
    case 'flushed':
      return flushedAppend(file);
    case 'export':
      return exportAppend(options);
    default:
      return storeAppend(options, appender);
  }
}

function storeAppend(options: AppendOptions, appender: 'audit' | 'chat' | 'output'): Append {
  const store = openStore(options);
  const write = async (text: string, count: number): Promise<void> => {
    if (appender === 'audit') {
      must(await store.audit.append(entryOf(count, text)));
    } else if (appender === 'output') {
      must(await store.overflow.put({ conversationId: 'chat', text }));
    } else {
      const entry = { part: 'transcript', key: `message:${String(count)}`, value: text } as const;
      must(await store.conversations.write('chat', { put: [entry] }));
    }
  };
  return { write, close: () => store.close() };
}

/** The least that is as durable as ours: one open file, written and flushed. */
async function flushedAppend(file: string): Promise<Append> {
  const handle = await open(file, 'a');
  return {
    write: async (text) => {
      await handle.appendFile(text);
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}

/** What sql.js itself offers: the whole database is written for each row. */
async function exportAppend(options: AppendOptions): Promise<Append> {
  const { Database } = await loadSqlJs(options.sqlJsWasm);
  const database = new Database();
  database.run('CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT)');
  fillDatabase(database, options.storedBytes ?? 0);
  const file = path.join(options.folder, 'exported.db');
  return {
    write: async (text) => {
      database.run('INSERT INTO texts (text) VALUES (?)', [text]);
      await writeFile(file, database.export(), { flush: true });
    },
    close: () => {
      database.close();
      return Promise.resolve();
    },
  };
}

function fillDatabase(database: Database, bytes: number): void {
  const rowBytes = 64 * 1024;
  database.run('BEGIN');
  for (let done = 0; done < bytes; done += rowBytes) {
    database.run('INSERT INTO texts (text) VALUES (?)', [textOf(rowBytes, done)]);
  }
  database.run('COMMIT');
}
