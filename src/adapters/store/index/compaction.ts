import type { IndexContext, LoadedIndex } from './load-index';
import {
  firstRecordAt,
  encodeHead,
  encodeHeader,
  hashPayload,
  headBytes,
  type JournalRecord,
} from '../journal/format';
import { liveBytesOf, sumOf, decodeRecord, replacesType, encodeReplaced } from './record-kinds';
import type { StoreDatabase } from '../database/database';
import { replaceWith, writeAll } from '../../system/whole-file';
import type { DiskFile } from '../../system/disk';
import { preserveCopy } from '../journal/journal';
import { mergeRecords, replayRecords } from './replay';
import { inFolder, segmentNameOf, fileTimestamp } from '../disk/file-names';
import { nextIdOf } from './record-files';
import { deleteRecordConversations } from '../database/schema';

export interface CompactionLimits {
  readonly sealBytes: number;
  readonly maxBytes: () => number;
  /** Files with text that must be removed. */
  readonly mustGo: ReadonlySet<string>;
}

interface Segment {
  readonly id: string;
  readonly name: string;
  readonly seq: number;
  readonly size: number;
  readonly live: number;
  readonly dead: number;
}

/** This many small segments are merged into one. */
const smallSegmentsToMerge = 8;

/**
 * Rewrites segments without the records that no row needs. The old files stay until the database
 * that names the new ones is in place. A new file is either complete or absent, and lists the files
 * it replaces, so that a database rebuilt from the files can ignore them.
 */
export async function compact(
  context: IndexContext,
  loaded: LoadedIndex,
  limits: CompactionLimits,
): Promise<void> {
  const made: string[] = [];
  for (const group of groupsOf(choose(segmentsOf(loaded), limits), limits.sealBytes)) {
    made.push(await rewriteSegments(context, loaded, group));
  }
  if (made.length === 0) return;
  const live = liveBytesOf(loaded.database);
  for (const id of made) {
    const at = loaded.progress.get(id);
    if (at?.state !== 'sealed') continue;
    const idle = at.offset - firstRecordAt - (live.get(id) ?? 0);
    loaded.progress.set(id, { ...at, idle });
  }
}

function segmentsOf({ database, progress, names }: LoadedIndex): readonly Segment[] {
  const live = liveBytesOf(database);
  return [...progress]
    .flatMap(([id, { state, seq, offset, idle }]): Segment[] => {
      const name = names.get(id);
      if (state !== 'sealed' || name === undefined) return [];
      const needed = live.get(id) ?? 0;
      const size = offset - firstRecordAt;
      return [{ id, name, seq, size, live: needed, dead: size - needed - idle }];
    })
    .sort((a, b) => a.seq - b.seq);
}

function choose(
  segments: readonly Segment[],
  { sealBytes, maxBytes, mustGo }: CompactionLimits,
): readonly Segment[] {
  const chosen = new Set(
    segments.filter(({ id, size, dead }) => mustGo.has(id) || dead * 2 > size || size === 0),
  );
  const small = segments.filter(({ size }) => size * 4 < sealBytes);
  if (small.length >= smallSegmentsToMerge) for (const one of small) chosen.add(one);
  let total = sumOf(segments.map(({ size }) => size)) - sumOf([...chosen].map(({ dead }) => dead));
  for (const one of [...segments].sort((a, b) => b.dead - a.dead)) {
    if (total <= maxBytes() || one.dead <= 0) break;
    if (chosen.has(one)) continue;
    chosen.add(one);
    total -= one.dead;
  }
  return segments.filter((one) => chosen.has(one));
}

/** Groups segments that fit together in one new file. */
function groupsOf(chosen: readonly Segment[], sealBytes: number): readonly (readonly Segment[])[] {
  const groups: Segment[][] = [];
  let live = 0;
  for (const one of chosen) {
    const last = groups.at(-1);
    if (last !== undefined && live + one.live <= sealBytes) {
      last.push(one);
      live += one.live;
    } else {
      groups.push([one]);
      live = one.live;
    }
  }
  return groups;
}

/** A segment to be replaced. */
export interface OldSegment {
  readonly id: string;
  readonly name: string;
}

/** Bytes per write. */
const pieceBytes = 1024 * 1024;

/**
 * Writes the retained records of one or more segments to a new one and updates the rows. Returns
 * the id of the new segment.
 */
async function rewriteSegments(
  context: IndexContext,
  loaded: LoadedIndex,
  group: readonly OldSegment[],
): Promise<string> {
  const { disk, folder } = context;
  const { names, progress, database } = loaded;
  const id = nextIdOf(group[0]?.id ?? '', new Set([...names.keys(), ...progress.keys()]));
  const name = segmentNameOf(id);
  let kept = 0;
  await replaceWith(disk, inFolder(folder, name), {
    fill: async (file) => {
      kept = await writeRetained(context, loaded, group, file);
    },
  });
  await disk.flushPath(folder);
  names.set(id, name);

  for (const one of group) database.run(deleteRecordConversations, [one.id]);
  const source = { id, name, from: undefined, end: undefined, isSealed: true };
  const moved = await replayRecords(context, loaded, [source]);
  // The list of replaced files is a record too.
  if (moved !== kept + 1) throw new Error('The rewritten records cannot be read.');
  for (const one of group) {
    const at = progress.get(one.id);
    if (at !== undefined) progress.set(one.id, { ...at, state: 'replaced' });
  }
  const at = progress.get(id);
  if (kept === 0 && at !== undefined) progress.set(id, { ...at, state: 'replaced' });
  return id;
}

/** Returns the number of retained records. */
async function writeRetained(
  context: IndexContext,
  loaded: LoadedIndex,
  group: readonly OldSegment[],
  file: DiskFile,
): Promise<number> {
  const replaced = encodeReplaced(replacedIds(loaded, group));
  const writer = new RecordWriter(file, firstRecordAt + headBytes + replaced.length);
  for await (const record of retainedRecords(context, loaded.database, group)) {
    await writer.write(record);
  }
  await writer.flush();
  const seq = writer.firstSeq() ?? 1;
  const hash = await hashPayload(replaced);
  const head = encodeHead({ seq, type: replacesType, length: replaced.length, hash });
  await writeAll(file, Buffer.concat([encodeHeader(seq), head, replaced]), 0);
  return writer.count();
}

/** Includes files already marked for removal, which may still exist after a crash. */
function replacedIds(
  { progress, names }: LoadedIndex,
  group: readonly OldSegment[],
): readonly string[] {
  const going = [...progress].filter(([id, { state }]) => state === 'replaced' && names.has(id));
  return [...group, ...going.map(([id]) => ({ id }))].map(({ id }) => id);
}

type WrittenRecord = Pick<JournalRecord, 'seq' | 'type' | 'payload'>;

async function* retainedRecords(
  context: IndexContext,
  database: StoreDatabase,
  group: readonly OldSegment[],
): AsyncGenerator<WrittenRecord> {
  const damaged = new Map<string, number>();
  const sources = group.map(({ id, name }) => {
    const onDamage = (bytes: number) => damaged.set(name, (damaged.get(name) ?? 0) + bytes);
    return { id, name, from: undefined, end: undefined, onDamage };
  });
  for await (const merged of mergeRecords(context, sources)) {
    if ('record' in merged) {
      const { seq, type } = merged.record;
      const payload = retainedPayload(database, merged.source.id, merged.record);
      if (payload !== undefined) yield { seq, type, payload };
    } else {
      const rest = merged.ended.size - merged.ended.at.offset;
      if (rest > 0) merged.source.onDamage(rest);
    }
  }
  const { disk, folder, problems, clock } = context;
  for (const [name, bytes] of damaged) {
    await preserveCopy(
      { disk, problems, path: inFolder(folder, name), stamp: fileTimestamp(clock) },
      bytes,
    );
  }
}

/** Records of unknown kinds are kept unchanged. */
function retainedPayload(
  database: StoreDatabase,
  file: string,
  record: JournalRecord,
): Uint8Array | undefined {
  if (record.type === replacesType) return undefined;
  const known = decodeRecord(record);
  if (known === undefined) return record.payload;
  const { seq, position, next } = record;
  return known.retain(database, { seq, location: { file, position, bytes: next - position } });
}

class RecordWriter {
  private waiting: Uint8Array[] = [];
  private bytes = 0;
  private written = 0;
  private first: number | undefined;

  constructor(
    private readonly file: DiskFile,
    private position: number,
  ) {}

  async write({ seq, type, payload }: WrittenRecord): Promise<void> {
    const hash = await hashPayload(payload);
    const head = encodeHead({ seq, type, length: payload.length, hash });
    this.waiting.push(head, payload);
    this.bytes += head.length + payload.length;
    this.written += 1;
    this.first ??= seq;
    if (this.bytes >= pieceBytes) await this.flush();
  }

  async flush(): Promise<void> {
    await writeAll(this.file, Buffer.concat(this.waiting), this.position);
    this.position += this.bytes;
    this.waiting = [];
    this.bytes = 0;
  }

  count(): number {
    return this.written;
  }

  /** Undefined before the first write. */
  firstSeq(): number | undefined {
    return this.first;
  }
}
