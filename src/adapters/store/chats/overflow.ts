import * as z from 'zod';
import { failure, type Failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import type { Clock, Ids } from '../../../core/ports/system';
import type { OverflowRead, OverflowSlice, OverflowStore } from '../../../core/ports/conversations';
import type { StoreDatabase } from '../database/database';
import {
  locationSchema,
  parsePayloadHead,
  payloadWithHead,
  type PayloadReader,
  type DecodedRecord,
  type RecordKind,
} from '../database/record-kind';
import type { Autosave } from '../session/autosave';
import type { SessionQueue } from '../session/session';
import {
  selectOverflow,
  deleteOldOverflow,
  insertConversation,
  insertOverflow,
  overflowLocations,
  selectOverflowAt,
} from '../database/schema';

export interface OverflowOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: {
    /** Limit for one text; 0 = unlimited. */
    readonly overflowMaxBytes: () => number;
  };
}

const reference = /^(?:overflow:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

const malformed = failure('validation', 'This is not an overflow reference.', {
  suggestion: 'Use the id from the notice, in the form overflow:<uuid>.',
});

const notFound: Failure = failure('unavailable', 'No stored output has this id.', {
  category: 'permanent_failure',
  suggestion: 'It belongs to another conversation or has expired. Run the tool again.',
});

const damaged: Failure = failure('unavailable', 'The stored output is damaged on disk.', {
  category: 'permanent_failure',
  suggestion: 'Run the tool again.',
});

/** Complete outputs, separated by conversation (003-overflow-3). */
export function createOverflowStore(
  queue: SessionQueue,
  autosave: Autosave,
  { clock, ids, limits }: OverflowOptions,
): OverflowStore {
  return {
    put: ({ conversationId, text }) =>
      queue.run('store the whole output', async (session) => {
        const { bytes: content, cut } = truncateToBytes(text, limits.overflowMaxBytes());
        const id = ids.uuid();
        const head = { id, conversation: conversationId, createdAt: clock.now(), cut };
        await session.folder.journal.append(overflowKind.type, payloadWithHead(head, [content]));
        autosave.noteWrite(session);
        return succeed(id);
      }),
    read: async (request) => {
      // `overflow:<uuid>` or a bare UUID (decision 27).
      const uuid = reference.exec(request.id.trim())?.[1]?.toLowerCase();
      if (uuid === undefined) return fail(malformed);
      return queue.run('read the stored output', ({ view }) =>
        view.query((database, payloadReader) =>
          readOverflow({ database, payloadReader }, uuid, request),
        ),
      );
    },
  };
}

interface OverflowSources {
  readonly database: StoreDatabase;
  readonly payloadReader: PayloadReader;
}

async function readOverflow(
  { database, payloadReader }: OverflowSources,
  uuid: string,
  { conversationId, offset, limit, search }: OverflowRead,
): Promise<Result<OverflowSlice>> {
  const rows = database.rows(selectOverflow, [uuid, conversationId]);
  const locations = z.array(locationSchema).parse(rows);
  if (locations.length === 0) return fail(notFound);
  const [payload] = await payloadReader.read(locations);
  const record = payload && decodeOverflow(payload);
  if (record === undefined) return fail(damaged);
  const text = Buffer.from(record.content).toString();
  const shown = search === undefined ? text : matchingLines(text, search);
  return succeed(sliceText(shown, offset, limit));
}

const overflowHeadSchema = z.object({
  id: z.uuid(),
  conversation: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  cut: z.boolean(),
});

export interface OverflowRecord extends z.infer<typeof overflowHeadSchema> {
  readonly content: Uint8Array;
}

/** A stored output in a journal (003-overflow-1). */
export const overflowKind: RecordKind = {
  type: 1,
  decode: (payload) => {
    const record = decodeOverflow(payload);
    return record && knownRecord(record, payload);
  },
  liveLocations: overflowLocations,
  conversations: 'SELECT conversation_id FROM tool_overflow',
  expire: (database, { outputsBefore }) => database.run(deleteOldOverflow, [outputsBefore]),
};

function knownRecord(record: OverflowRecord, payload: Uint8Array): DecodedRecord {
  const { id, conversation, createdAt, cut } = record;
  return {
    conversation,
    holdsText: true,
    apply: (database, { location: { file, position, bytes } }) => {
      database.run(insertConversation, [conversation]);
      const row = [id, conversation, createdAt, Number(cut), file, position, bytes];
      return database.run(insertOverflow, row);
    },
    retain: (database, { location: { file, position } }) =>
      database.rows(selectOverflowAt, [id, file, position]).length > 0 ? payload : undefined,
  };
}

/** Undefined if the payload is anything else. */
function decodeOverflow(payload: Uint8Array): OverflowRecord | undefined {
  const found = parsePayloadHead(overflowHeadSchema, payload);
  return found && { ...found.head, content: payload.subarray(found.start) };
}

/** Bytes reserved for the marker. */
const markerBytes = 160;

export interface TruncatedText {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  /** True if the middle is omitted. */
  readonly cut: boolean;
}

/**
 * The text as UTF-8, reduced to its head and tail if it exceeds `maxBytes` (0 = no limit; decision
 * 41). No character is split. Omitted text is not encoded, so a huge text costs no more.
 */
export function truncateToBytes(text: string, maxBytes: number): TruncatedText {
  if (maxBytes === 0 || Buffer.byteLength(text) <= maxBytes) {
    return { bytes: Buffer.from(text), cut: false };
  }
  const half = Math.max(0, Math.floor((maxBytes - markerBytes) / 2));
  const head = new Uint8Array(half);
  const { read, written } = new TextEncoder().encodeInto(text.slice(0, half), head);
  const tail = text.slice(tailStart(text, half));
  const missing = text.length - read - tail.length;
  const marker = `\n[${missing} characters omitted: the output exceeded the limit of ${maxBytes} bytes]\n`;
  return {
    bytes: Buffer.concat([head.subarray(0, written), Buffer.from(marker + tail)]),
    cut: true,
  };
}

/** Start of the longest tail that fits in `maxBytes`. */
function tailStart(text: string, maxBytes: number): number {
  let start = text.length;
  for (let bytes = 0; start > 0; start -= 1) {
    bytes += unitBytes(text, start - 1);
    if (bytes > maxBytes) break;
  }
  return splitsPair(text, start) ? start + 1 : start;
}

/** UTF-8 bytes of one UTF-16 unit: two for half of a surrogate pair, three for a lone surrogate. */
function unitBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  return unit < 0x800 || splitsPair(text, at) || splitsPair(text, at + 1) ? 2 : 3;
}

/** True if `at` is inside a surrogate pair. */
function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

export interface TextSlice {
  readonly text: string;
  readonly totalChars: number;
  readonly nextOffset?: number;
}

/** At most `limit` characters from `offset`; a surrogate pair is never split and counts as two. */
export function sliceText(text: string, offset: number, limit: number): TextSlice {
  const totalChars = text.length;
  const asked = Math.min(Math.max(0, offset), totalChars);
  const start = splitsPair(text, asked) ? asked - 1 : asked;
  const wanted = Math.min(start + Math.max(1, limit), totalChars);
  const end = splitsPair(text, wanted) ? endOutsidePair(start, wanted) : wanted;
  const part = { text: text.slice(start, end), totalChars };
  return end < totalChars ? { ...part, nextOffset: end } : part;
}

/** Ends before the pair unless nothing would remain. */
function endOutsidePair(start: number, end: number): number {
  return end - 1 > start ? end - 1 : end + 1;
}

/** The lines that contain `search`, with their numbers. */
function matchingLines(text: string, search: string): string {
  return text
    .split('\n')
    .flatMap((line, index) => (line.includes(search) ? [`${index + 1}: ${line}`] : []))
    .join('\n');
}
