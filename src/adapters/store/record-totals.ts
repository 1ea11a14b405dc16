import * as z from 'zod';
import type { StoreDatabase } from './database';
import { recordKinds } from './record-kinds';

const liveLocationsSql = recordKinds
  .flatMap(({ livePlaces }) => (livePlaces === undefined ? [] : [livePlaces]))
  .join(' UNION ');

const idsSql = recordKinds
  .flatMap(({ conversations }) => (conversations === undefined ? [] : [conversations]))
  .join(' UNION ');

const totalsSchema = z.array(z.object({ file: z.string(), bytes: z.number() }));

/** Bytes of the records in each file that a row still needs. */
export function liveBytesOf(database: StoreDatabase): ReadonlyMap<string, number> {
  const sql = `SELECT file, sum(bytes) AS bytes FROM (${liveLocationsSql}) WHERE file IS NOT NULL GROUP BY file`;
  return new Map(totalsSchema.parse(database.rows(sql)).map(({ file, bytes }) => [file, bytes]));
}

/** Removes the conversations of which no kind of record has anything. */
export function deleteEmptyConversations(database: StoreDatabase): number {
  return database.run(`DELETE FROM conversations WHERE id NOT IN (${idsSql})`);
}

export function sumOf(bytes: Iterable<number>): number {
  let sum = 0;
  for (const one of bytes) sum += one;
  return sum;
}
