import path from 'node:path';
import { AppendFile } from '../../store/disk/append-file';
import { readWhole } from '../../system/whole-file';
import { type FileCopies, openFileCopies } from './file-copies';
import { leftByCall } from '../../files/record-change';
import { createSerial } from '../../system/serial';
import type { SharedFolder } from '../../system/processes';
import type { Clock, Disposable, Ids } from '../../../core/ports/system';
import type { CopyLimits } from './plan-copies';
import { changeEntriesOf, type ChangeEntries } from '../history/changed-files';
import { ChangeHistory } from '../history/change-history';
import {
  decodeLines,
  encodeLine,
  statesBefore,
  type BegunLine,
  type RecordLine,
} from '../history/record-format';
import type { PathStates } from '../../../core/ports/file-changes';
import { copiesName, isSafeId, recordName, type ChatFolders } from './chat-folders';
import type { Disk } from '../../system/disk';
import type { PathAfter } from '../../../core/contracts/file-changes';
import { copiesIn, isSameImage, stateOnly, type FileImage } from '../history/file-steps';

/** The record of a chat's changes on disk (decision 42). */
interface ChangeRecord {
  readonly copies: FileCopies;
  /** Resolves once the line is flushed; rejects if it is not in the record. */
  append(line: RecordLine): Promise<void>;
  /** The same for a line that a later window would find out by itself: it is flushed soon. */
  appendSoon(line: RecordLine): Promise<void>;
  close(): Promise<void>;
}

interface ReadRecord {
  readonly lines: readonly RecordLine[];
  /** Number of lines that could not be read. */
  readonly damaged: number;
  readonly bytes: number;
}

/** What the records of all chats share. */
export interface ChangeLogDeps {
  readonly shared: SharedFolder<Disk>;
  readonly limits: ChangeLogLimits;
  /** Current states, including unsaved editor content. */
  readonly places: PathStates;
  /** Formats a path for display. */
  readonly show: (path: string) => string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly problems: ChangeProblems;
}

export interface ChangeLogLimits {
  /** Total size of the copies of one chat, in bytes; 0 keeps none. */
  readonly maxBytes: () => number;
  /** Size limit of one copied file, in bytes. */
  readonly maxFileBytes: number;
  readonly retentionDays: () => number;
}

/** Where problems with the record are reported. */
export interface ChangeProblems {
  report(error: unknown): void;
  /** Shown to the user. */
  warn(line: string): void;
}

interface ChatContext extends ChangeLogDeps {
  readonly onChange: (sessionId: string) => void;
  /** The record of the chat, created on disk if there is none; rejects on failure. */
  readonly recordOf: (chat: ChatChangeState) => Promise<ChangeRecord>;
}

/** The changes of a chat, in memory and on disk. */
export class ChatChangeState {
  readonly history = new ChangeHistory();
  /** Runs one operation at a time. */
  readonly serial = createSerial();
  /** Undefined for a chat without a record on disk. */
  record: ChangeRecord | undefined;
  private known: ChangeEntries | undefined;

  constructor(
    readonly sessionId: string,
    readonly deps: ChatContext,
    lines: readonly RecordLine[],
  ) {
    for (const line of lines) this.history.apply(line);
  }

  get limits(): CopyLimits {
    const { maxBytes, maxFileBytes } = this.deps.limits;
    return { maxBytes: maxBytes(), maxFileBytes };
  }

  now(): number {
    return this.deps.clock.now();
  }

  entries(): ChangeEntries {
    return (this.known ??= changeEntriesOf(this.history.tree, this.sessionId));
  }

  /** Applies a line in memory. */
  apply(line: RecordLine): void {
    this.history.apply(line);
    this.known = undefined;
  }

  /** Writes a line to the record; rejects if it is not on disk. Does nothing without a record. */
  async write(line: RecordLine): Promise<void> {
    await this.record?.append(line);
  }

  /** Writes a line that need not survive the end of the machine. */
  async writeSoon(line: RecordLine): Promise<void> {
    await this.record?.appendSoon(line);
  }

  /** Applies and writes a line: what happened counts even if it cannot be recorded. */
  async append(line: RecordLine): Promise<void> {
    this.apply(line);
    await this.write(line).catch((error: unknown) => this.report(error));
  }

  /** Reads a copy by name. */
  async copy(name: string): Promise<Uint8Array | undefined> {
    return this.record?.copies.read(name);
  }

  /** Deletes the copies that are no longer needed. */
  async releaseCopies(): Promise<void> {
    const needed = this.history.neededCopies();
    await this.record?.copies.retain(needed).catch((error: unknown) => this.report(error));
  }

  report(error: unknown): void {
    this.deps.problems.report(error);
  }

  /** Notifies listeners. */
  notifyChanged(): void {
    this.deps.onChange(this.sessionId);
  }
}

const nothingRead: ReadRecord = { lines: [], damaged: 0, bytes: 0 };

/** The chats that are open in this window. */
export class OpenChats {
  private readonly chats = new Map<string, ChatChangeState>();
  private readonly opening = new Map<string, Promise<ChatChangeState | 'foreign' | undefined>>();

  constructor(
    private readonly deps: Omit<ChatContext, 'recordOf'>,
    private readonly folders: ChatFolders,
  ) {}

  /** Undefined if the chat is not open. */
  get(sessionId: string): ChatChangeState | undefined {
    return this.chats.get(sessionId);
  }

  all(): readonly ChatChangeState[] {
    return [...this.chats.values()];
  }

  /** The recorded chat, taken over if its window is gone; `foreign` if another window owns it. */
  find(sessionId: string): Promise<ChatChangeState | 'foreign' | undefined> {
    const { chats, opening } = this;
    const known = chats.get(sessionId);
    if (known !== undefined) return Promise.resolve(known);
    if (!isSafeId(sessionId)) return Promise.resolve(undefined);
    const started = opening.get(sessionId) ?? this.load(sessionId);
    opening.set(sessionId, started);
    return started.finally(() => opening.delete(sessionId));
  }

  /** Opens the chat for a change; creates what is missing. */
  async open(sessionId: string): Promise<ChatChangeState> {
    const found = await this.find(sessionId).catch((error: unknown) => {
      // The change continues and reports that it cannot be undone.
      this.deps.problems.report(error);
      return undefined;
    });
    // Another change may have opened the chat meanwhile.
    const chat = found === 'foreign' ? undefined : (found ?? this.chats.get(sessionId));
    if (chat !== undefined) return chat;
    const made = this.stateOf(sessionId, nothingRead);
    this.chats.set(sessionId, made);
    return made;
  }

  /** Reads the record of a closed window without taking it over. */
  async peek(sessionId: string): Promise<ChatChangeState> {
    const read = await readRecord(this.disk, this.folders.folderOf(sessionId));
    const chat = this.stateOf(sessionId, read);
    for (const line of await resolveInterrupted(chat)) chat.apply(line);
    return chat;
  }

  private async recordOf(chat: ChatChangeState): Promise<ChangeRecord> {
    if (chat.record !== undefined) return chat.record;
    const { sessionId } = chat;
    if (!isSafeId(sessionId)) throw new Error('The chat id is not valid as a folder name.');
    if (this.chats.get(sessionId) !== chat) throw new Error('The chat has been closed.');
    const folder = await this.folders.create(sessionId);
    const read = await readRecord(this.disk, folder);
    if (read.lines.length > 0) {
      throw new Error('The record could not be read when it was needed.');
    }
    return (chat.record = await openRecord(this.deps, folder, read));
  }

  close(sessionId: string): void {
    this.chats.delete(sessionId);
  }

  private get disk(): Disk {
    return this.deps.shared.disk;
  }

  private async load(sessionId: string): Promise<ChatChangeState | 'foreign' | undefined> {
    const claim = await this.folders.claim(sessionId);
    if (claim.kind === 'foreign') return 'foreign';
    if (claim.kind === 'none') return undefined;
    const read = await readRecord(this.disk, claim.folder);
    const chat = this.stateOf(sessionId, read);
    chat.record = await openRecord(this.deps, claim.folder, read);
    for (const line of await resolveInterrupted(chat)) await chat.append(line);
    this.chats.set(sessionId, chat);
    return chat;
  }

  private stateOf(sessionId: string, { lines, damaged }: ReadRecord): ChatChangeState {
    if (damaged > 0) {
      const what = `${String(damaged)} lines in the record of changed files`;
      this.deps.problems.warn(`${what} could not be read.`);
    }
    const context = { ...this.deps, recordOf: (chat: ChatChangeState) => this.recordOf(chat) };
    return new ChatChangeState(sessionId, context, lines);
  }
}

/**
 * Resolves changes that a closed window left unfinished: the current state of their paths shows
 * whether they were made. Paths that cannot be read stay open.
 */
async function resolveInterrupted({
  history,
  deps,
}: ChatChangeState): Promise<readonly RecordLine[]> {
  const lines: RecordLine[] = [];
  for (const begun of history.open.values()) {
    const line = await resolve(begun, deps.places);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

async function resolve(
  { change, order, at }: BegunLine,
  places: PathStates,
): Promise<RecordLine | undefined> {
  const paths =
    change.kind === 'move' ? [change.from, change.to] : change.places.map(({ path }) => path);
  const found: PathAfter[] = [];
  for (const path of paths) {
    const image = await places.image(path, { signal: new AbortController().signal });
    if (!image.ok) return undefined;
    found.push({ path, after: image.value });
  }
  const left =
    change.kind === 'move'
      ? leftByMove(change.replaced, found)
      : leftByCall(
          change.places.map(({ path, image, ...known }) => ({ path, before: image, ...known })),
          found,
        );
  if (left === undefined) return { is: 'abandoned', order };
  const after = left.map(({ path, after: image }) => ({ path, image: stateOnly(image) }));
  return { is: 'ended', order, at, after, counts: [] };
}

/** Undefined if it was not moved. */
function leftByMove(
  replaced: FileImage,
  [from, to]: readonly PathAfter[],
): readonly PathAfter[] | undefined {
  const isMoved = from?.after.kind === 'absent' && to !== undefined;
  return isMoved && !isSameImage(replaced, to.after) ? [to] : undefined;
}

/** Reads the record of a chat; ignores a line cut off by a crash. */
async function readRecord(disk: Disk, folder: string): Promise<ReadRecord> {
  const bytes = await readWhole(disk, path.join(folder, recordName));
  if (bytes === undefined) return { lines: [], damaged: 0, bytes: 0 };
  return { ...decodeLines(bytes), bytes: bytes.length };
}

/** The next change brings the flush along, if it is soon. */
const flushAfterMs = 1000;

/** Continues a record; its lines name the copies in use. */
async function openRecord(
  { shared: { disk }, clock, problems }: RecordDeps,
  folder: string,
  read: ReadRecord,
): Promise<ChangeRecord> {
  const copies = await openFileCopies(disk, path.join(folder, copiesName), {
    needed: namedCopies(read.lines),
    last: namedCopies(read.lines.filter(({ is }) => is === 'begun' || is === 'made').slice(-1)),
  });
  const file = new AppendFile<RecordLine>({
    size: read.bytes,
    encode: (lines) => lines.map(encodeLine),
    open: () => disk.open(path.join(folder, recordName), 'write'),
  });
  let timer: Disposable | undefined;
  const flush = (): void => {
    timer = undefined;
    file.flush().catch((error: unknown) => problems.report(error));
  };
  return {
    copies,
    append: (line) => file.append(line),
    appendSoon: (line) => {
      timer ??= clock.after(flushAfterMs, flush);
      return file.appendUnflushed(line);
    },
    close: () => {
      timer?.dispose();
      return file.close();
    },
  };
}

type RecordDeps = Pick<ChangeLogDeps, 'shared' | 'clock' | 'problems'>;

/** Names of the copies, with their sizes. */
function namedCopies(lines: readonly RecordLine[]): ReadonlyMap<string, number> {
  const images = lines.flatMap((line) =>
    line.is === 'begun' || line.is === 'made'
      ? statesBefore(line.change).map(({ image }) => image)
      : [],
  );
  return new Map(
    images.flatMap((image) =>
      image.kind === 'file' ? copiesIn(image).map((name) => [name, image.size] as const) : [],
    ),
  );
}
