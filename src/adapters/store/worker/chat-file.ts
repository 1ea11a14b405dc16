import * as z from 'zod/mini';
import type { EntryPart } from '../../../core/contracts/chats/conversation';
import type { Json } from '../../../core/contracts/json';
import { parseJson } from '../../../core/contracts/json';
import { hasEnd, readPart, type OutputPart, type PieceRow } from '../chats/output-pieces';
import { splitsPair, type TextSlice } from '../chats/output-text';
import { chatFileName, inFolder } from '../disk/file-names';
import { partSchema, type OutputRecord, type StoreRecord } from '../journal/records';
import type { StoreDatabase } from './database';
import { loadFile, writeFile, type WorkerContext } from './database-files';
import { emptyHead, mergeHeads, parseHead, type ChatFacts } from './chat-facts';
import {
  addChange,
  addSummary,
  chatSchema,
  chatTables,
  hasPiece,
  pieceSchema,
  selectAging,
  selectIndexed,
  selectPiece,
  selectScanned,
  unescapeKey,
  wordsSchema,
} from './chat-rows';

/** A file beyond this size is complete; the chat continues in another one (decision flat-cost). */
const fullBytes = 8 * 1024 * 1024;

/** Characters of a piece: at most 192 KiB as UTF-8. */
const pieceChars = 64 * 1024;

const entrySchema = z.object({
  part: partSchema,
  key: z.string(),
  stamp: z.string(),
  first_stamp: z.string(),
  again: z.number(),
  value: z.nullable(z.string()),
});
type EntryRow = z.infer<typeof entrySchema>;

/** An output as the list of all chats has it. */
export interface OutputInfo {
  readonly id: string;
  readonly createdAt: number;
  readonly bytes: number;
  readonly cut: boolean;
  /** The file in which it begins. */
  readonly file: number;
}

/** What is kept for a time of its own; `file` is null while it is only in a journal. */
export interface Aging extends Omit<OutputInfo, 'file'> {
  readonly kind: 'output' | 'summary';
  readonly file: number | null;
}

const agingSchema = z.object({
  id: z.string(),
  kind: z.enum(['output', 'summary']),
  createdAt: z.number(),
  bytes: z.number(),
  cut: z.number(),
});

export interface ChatFileOptions {
  /** Undefined if it is not known yet: the first file has it. */
  readonly id: string | undefined;
  readonly stem: string;
  /** Files on disk. */
  readonly files: number;
}

/** A chat's open files, in memory until `write`. */
export class ChatFile {
  private readonly open = new Map<number, StoreDatabase>();
  private readonly changed = new Set<number>();
  private last: number;

  constructor(
    private readonly context: WorkerContext,
    private readonly options: ChatFileOptions,
  ) {
    this.last = Math.max(1, options.files);
  }

  get files(): number {
    return this.last;
  }

  /** Bytes in memory. */
  size(): number {
    return [...this.open.values()].reduce((sum, database) => sum + database.size(), 0);
  }

  /** Adds records; any may be added again. Returns the outputs with their files. */
  async apply(records: readonly StoreRecord[]): Promise<readonly OutputInfo[]> {
    const outputs: OutputInfo[] = [];
    for (const record of records) {
      const database = await this.current();
      this.changed.add(this.last);
      if (record.kind === 'output') outputs.push(...(await this.addOutput(record)));
      else if (record.kind === 'change') database.transaction(() => addChange(database, record));
      else if (record.kind === 'summary') addSummary(database, record);
    }
    return outputs;
  }

  /** Writes the changed files; returns the size of all. */
  async write(): Promise<number> {
    const { disk, folder } = this.context;
    let bytes = 0;
    for (let number = 1; number <= this.last; number += 1) {
      const name = this.nameOf(number);
      if (this.changed.delete(number)) {
        bytes += await writeFile(this.context, name, await this.file(number));
        if (number < this.last) this.forget(number);
      } else {
        bytes += (await disk.entry(inFolder(folder, name)))?.size ?? 0;
      }
    }
    return bytes;
  }

  /** Removes outputs and summaries. Returns whether anything was removed. */
  async remove(ids: readonly string[]): Promise<boolean> {
    let removed = 0;
    for (const [number, database] of await this.all()) {
      let count = 0;
      for (const id of ids) {
        count += database.run('DELETE FROM tool_overflow WHERE overflow_id = ?', [id]);
        count += database.run('DELETE FROM summaries WHERE id = ?', [id]);
      }
      if (count === 0) continue;
      database.run('VACUUM');
      this.changed.add(number);
      removed += count;
    }
    return removed > 0;
  }

  /** What the list of chats is made of when it is lost. */
  async describe(): Promise<ChatDescription> {
    let facts = emptyHead;
    let { id } = this.options;
    const aging = new Map<string, Aging>();
    for (const [file, database] of await this.all()) {
      const chat = database.first(chatSchema, 'SELECT id, facts FROM chat');
      id ??= chat?.id;
      if (chat !== undefined) facts = mergeHeads(facts, parseHead(chat.facts));
      for (const row of database.rows(agingSchema, selectAging)) {
        aging.set(row.id, { ...row, cut: row.cut !== 0, file });
      }
    }
    return { id, facts, aging: [...aging.values()] };
  }

  /** Its entries, each part in the order in which their keys were first written. */
  async entries(facts: ChatFacts): Promise<readonly ReadEntry[]> {
    const found = new Map<string, EntryRow>();
    for (const [, database] of await this.all()) {
      const sql = 'SELECT part, key, stamp, first_stamp, again, value FROM messages';
      for (const row of database.rows(entrySchema, sql)) {
        const dropped = facts.drops[row.part] ?? '';
        if (row.stamp <= dropped) continue;
        const name = `${row.part} ${row.key}`;
        const before = found.get(name);
        if (before !== undefined && before.stamp > row.stamp) continue;
        const goesOn = before !== undefined && before.value !== null && row.again === 0;
        found.set(name, goesOn ? { ...row, first_stamp: before.first_stamp } : row);
      }
    }
    const rows = [...found.values()].filter(({ value }) => value !== null);
    rows.sort(
      (a, b) =>
        compare(a.part, b.part) || compare(a.first_stamp, b.first_stamp) || compare(a.key, b.key),
    );
    return rows.flatMap(({ part, key, value }) => {
      const json = parseJson(value ?? '');
      return isJson(json) ? [{ part, key: unescapeKey(key), value: json }] : [];
    });
  }

  /** A part of an output; undefined if text is missing, be it elsewhere. */
  async output(
    { file, id }: Pick<OutputInfo, 'file' | 'id'>,
    part: OutputPart,
  ): Promise<TextSlice | undefined> {
    const read = (from: number) => this.pieces(file, id, from);
    return (await hasEnd(read)) ? readPart(read, part) : undefined;
  }

  /** The text of the first entry with a folded word, preferably what was shown. */
  async wordsWith(word: string, facts: ChatFacts): Promise<string | undefined> {
    // The index finds beginnings of words quickly; any other place needs a look at all.
    const prefix = /^[\p{L}\p{N}]+$/u.test(word) ? `${word}*` : undefined;
    let best: z.infer<typeof wordsSchema> | undefined;
    for (const [, database] of await this.all()) {
      const found =
        (prefix === undefined
          ? undefined
          : database.first(wordsSchema, selectIndexed, [prefix, word])) ??
        database.first(wordsSchema, selectScanned, [word]);
      if (found === undefined || found.stamp <= (facts.drops[found.part] ?? '')) continue;
      if (best === undefined || found.part > best.part) best = found;
    }
    return best?.words;
  }

  close(): void {
    for (const database of this.open.values()) database.close();
    this.open.clear();
  }

  /** A file that is complete need not stay in memory. */
  private forget(number: number): void {
    this.open.get(number)?.close();
    this.open.delete(number);
  }

  private nameOf(number: number): string {
    return chatFileName(this.options.stem, number);
  }

  private async all(): Promise<readonly (readonly [number, StoreDatabase])[]> {
    const found: [number, StoreDatabase][] = [];
    for (let number = 1; number <= this.last; number += 1) {
      found.push([number, await this.file(number)]);
    }
    return found;
  }

  private async file(number: number): Promise<StoreDatabase> {
    const known = this.open.get(number);
    if (known !== undefined) return known;
    const { id } = this.options;
    const { database } = await loadFile(this.context, this.nameOf(number), chatTables);
    if (id !== undefined) database.insert('chat', { id, facts: JSON.stringify(emptyHead) });
    this.open.set(number, database);
    return database;
  }

  /** The file that takes new rows. */
  private async current(): Promise<StoreDatabase> {
    const database = await this.file(this.last);
    if (database.size() < fullBytes) return database;
    this.last += 1;
    this.changed.add(this.last);
    return this.file(this.last);
  }

  /** The output with the file in which it begins, unless the record only continues it. */
  private async addOutput(record: OutputRecord): Promise<readonly OutputInfo[]> {
    const { id, createdAt, cut, of } = record;
    const isKnown = (await this.file(this.last)).number(hasPiece, [id, of.piece]) > 0;
    if (!isKnown) await this.current();
    const info = { id, createdAt, cut, bytes: of.bytes, file: this.last };
    if (!isKnown) await this.addPieces(record);
    return of.piece === 0 ? [info] : [];
  }

  private async addPieces({ id, text, of, cut, createdAt }: OutputRecord): Promise<void> {
    for (let { piece } = of, at = 0; piece === of.piece || at < text.length; piece += 1) {
      const end = at + pieceChars;
      const part = text.slice(at, splitsPair(text, end) ? end - 1 : end);
      const database = await this.current();
      this.changed.add(this.last);
      database.insert('tool_overflow', {
        ...{ overflow_id: id, piece, start: of.start + at, text: part, chars: of.chars },
        ...{ bytes: of.bytes, cut: Number(cut), created_at: createdAt },
      });
      at += part.length;
    }
  }

  /** One piece after another, from that with the character `from`; ends early if one is missing. */
  private async *pieces(file: number, id: string, from: number): AsyncGenerator<PieceRow> {
    let [next, end] = [0, from];
    for (let number = file; number <= this.last;) {
      const database = await this.file(number);
      const row = database.first(pieceSchema, selectPiece, [id, next, end, pieceChars]);
      // After a crash, a file may hold later pieces, of which the next file has all.
      if (row === undefined || (next === 0 ? row.start > from : row.start !== end)) {
        number += 1;
        continue;
      }
      yield row;
      next = row.piece + 1;
      end = row.start + row.text.length;
    }
  }
}

export interface ReadEntry {
  readonly part: EntryPart;
  readonly key: string;
  readonly value: Json;
}

export interface ChatDescription {
  readonly id: string | undefined;
  readonly facts: ChatFacts;
  readonly aging: readonly Aging[];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Anything parsed from JSON is JSON. */
function isJson(parsed: unknown): parsed is Json {
  return parsed !== undefined;
}
