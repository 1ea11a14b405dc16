import { say, type Sentence } from '../../core/base/sentence';
import type {
  CallUndone,
  ChangedFile,
  ChangeOrigin,
  PathBefore,
  UndoFailure,
  UndoReport,
} from '../../core/contracts/file-changes';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/system';
import type {
  ChangedChat,
  ChangeRecorder,
  ChangeSides,
  FileChanges,
  OpenChange,
  PathMove,
  PathStates,
} from '../../core/ports/file-changes';
import { errnoFailure } from '../files/errno-failure';
import { ChatFolders } from './record/chat-folders';
import { type ChangeLogDeps, type ChatChangeState, OpenChats } from './record/open-chats';
import { beginMove, beginPlaces, recordMade, type MadeChange } from './record/record-change';
import { TouchedPaths } from './record/touched-paths';
import { bytesBefore, diffSidesOf } from './record/diff-sides';
import { isImplicitFolder, leftBy, pathsOf } from './history/file-steps';
import { canBeUndone, whyStepNotUndoable } from './history/tracked-items';
import { keepFilesOf, undoFilesOf } from './undo/undo-files';
import { undoCallOf } from './undo/undo-call';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Undo for the changes of calls (decision 42): copies of previous contents, in files that only the
 * owner may read, next to database and journal. They are never redacted and never sent to a model.
 */
export class ChangeLog implements FileChanges, ChangeRecorder {
  private readonly folders: ChatFolders;
  private readonly openChats: OpenChats;
  private readonly listeners = new Set<(sessionId: string) => void>();
  readonly touched = new TouchedPaths();

  constructor(readonly deps: ChangeLogDeps) {
    const { shared, clock, ids, places } = deps;
    const { touched } = this;
    this.folders = new ChatFolders({ shared, clock, token: ids.uuid() });
    const context = {
      ...deps,
      places: {
        image: places.image.bind(places),
        putBack: (path, ...rest) => touched.during([path], () => places.putBack(path, ...rest)),
        moveBack: (from, to, options) =>
          touched.during([from, to], () => places.moveBack(from, to, options)),
      } satisfies PathStates,
      onChange: (sessionId: string) => this.notify(sessionId),
    };
    this.openChats = new OpenChats(context, this.folders);
  }

  onDidChange(listener: (sessionId: string) => void): Disposable {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  begin(by: ChangeOrigin, places: readonly PathBefore[]): Promise<OpenChange> {
    const paths = places.map(({ path }) => path);
    return this.open(paths, () =>
      this.record(by, (chat) => beginPlaces(chat, by.toolCallId, places)),
    );
  }

  beginMove(by: ChangeOrigin, move: PathMove): Promise<OpenChange> {
    return this.open([move.from, move.to], () =>
      this.record(by, (chat) => beginMove(chat, by.toolCallId, move)),
    );
  }

  /** Records a change after it was made; returns what cannot be undone. */
  made(by: ChangeOrigin, change: MadeChange): Promise<readonly Sentence[]> {
    return this.record(by, (chat) => recordMade(chat, by.toolCallId, change));
  }

  files(sessionId: string): readonly ChangedFile[] {
    const chat = this.openChats.get(sessionId);
    return chat === undefined ? [] : shownFiles(chat);
  }

  changedBy({ sessionId, toolCallId }: ChangeOrigin): readonly string[] {
    const steps = this.openChats.get(sessionId)?.history.stepsOf(toolCallId) ?? [];
    const left = steps.filter(({ step }) => leftBy(step).kind === 'file');
    return left.flatMap(({ step }) => pathsOf(step).slice(-1));
  }

  undoState({ sessionId, toolCallId }: ChangeOrigin): 'offered' | 'undone' | undefined {
    const steps = this.openChats.get(sessionId)?.history.stepsOf(toolCallId) ?? [];
    const live = steps.filter(canBeUndone);
    if (live.length > 0) return live.some(whyStepNotUndoable) ? undefined : 'offered';
    const isUndone = steps.some(({ state, step }) => state === 'undone' && !isImplicitFolder(step));
    return isUndone ? 'undone' : undefined;
  }

  async chats(): Promise<Result<readonly ChangedChat[]>> {
    const { problems } = this.deps;
    try {
      const left: ChatChangeState[] = [];
      for (const sessionId of await this.folders.abandoned()) {
        // An unreadable record must not hide the others.
        await this.openChats.peek(sessionId).then(
          (chat) => left.push(chat),
          (error: unknown) => problems.report(error),
        );
      }
      const listed = [...this.openChats.all(), ...left].map(changedChat);
      return succeed(
        listed
          .filter(({ files }) => files.length > 0)
          .sort((one, other) => other.changedAt - one.changedAt),
      );
    } catch (error) {
      return fail(this.copiesUnreadable(error));
    }
  }

  undoCall(by: ChangeOrigin, signal: AbortSignal): Promise<Result<CallUndone, UndoFailure>> {
    return this.use(by.sessionId, nothingLeft, (chat) => undoCallOf(chat, by.toolCallId, signal));
  }

  undoFiles(
    sessionId: string,
    changeIds: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<Result<UndoReport>> {
    return this.use(sessionId, succeed({ undone: [], left: [] }), (chat) =>
      undoFilesOf(chat, changeIds, signal),
    );
  }

  keepFiles(sessionId: string, changeIds: readonly string[] | undefined): Promise<Result<void>> {
    return this.use(sessionId, succeed(undefined), (chat) => keepFilesOf(chat, changeIds));
  }

  before(sessionId: string, changeId: string): Promise<Result<Uint8Array | undefined>> {
    return this.use(sessionId, nothingLeft, (chat) => bytesBefore(chat, changeId));
  }

  sides({ sessionId, toolCallId }: ChangeOrigin, path: string): Promise<Result<ChangeSides>> {
    return this.use(sessionId, nothingLeft, (chat) => diffSidesOf(chat, { toolCallId, path }));
  }

  /** The most bytes that copies of a chat may take; 0 if nothing is kept. */
  room(): number {
    return this.deps.limits.maxBytes();
  }

  /** A folder for copies that are needed until a command has ended; it goes with this window. */
  newFolder(): Promise<string> {
    return this.folders.createTemporary();
  }

  async removeFolder(folder: string): Promise<void> {
    await this.reported(() => this.folders.removeTemporary(folder));
  }

  async forget(sessionId: string): Promise<void> {
    await this.reported(async () => {
      const chat = await this.openChats.find(sessionId);
      if (chat === undefined || chat === 'foreign') return;
      await chat.serial.run(() => this.forgetChat(chat));
      this.notify(sessionId);
    });
  }

  /** Deletes expired data of closed windows; never rejects. */
  async tidy(): Promise<void> {
    await this.reported(async () => {
      await this.folders.removeLeftovers();
      for (const sessionId of await this.folders.abandoned()) {
        await this.reported(() => this.removeOld(sessionId));
      }
    });
  }

  /** Waits for running work; other windows can still undo the changes. Never rejects. */
  async close(): Promise<void> {
    for (const chat of this.openChats.all()) {
      await this.reported(() => chat.serial.run(() => this.closeChat(chat)));
      this.openChats.close(chat.sessionId);
    }
    for (const folder of this.folders.temporary) await this.removeFolder(folder);
  }

  private notify(sessionId: string): void {
    for (const listener of this.listeners) listener(sessionId);
  }

  private async open(
    paths: readonly string[],
    begin: () => Promise<OpenChange>,
  ): Promise<OpenChange> {
    const ended = this.touched.begin(paths);
    const open = await begin().catch((error: unknown) => {
      ended();
      throw error;
    });
    return {
      notes: open.notes,
      end: (after) => open.end(after).finally(ended),
      abandon: () => open.abandon().finally(ended),
    };
  }

  private async record<T>(
    { sessionId }: ChangeOrigin,
    begin: (chat: ChatChangeState) => Promise<T>,
  ): Promise<T> {
    const chat = await this.openChats.open(sessionId);
    return chat.serial.run(() => begin(chat));
  }

  /** `none`: the result for a chat without a record. */
  private async use<T>(
    sessionId: string,
    none: Result<T>,
    work: (chat: ChatChangeState) => Promise<Result<T, UndoFailure>>,
  ): Promise<Result<T, UndoFailure>> {
    try {
      const chat = await this.openChats.find(sessionId);
      if (chat === 'foreign') return fail(failure('execution', openElsewhere));
      return chat === undefined ? none : await chat.serial.run(() => work(chat));
    } catch (error) {
      return fail(this.copiesUnreadable(error));
    }
  }

  private copiesUnreadable(error: unknown): Failure {
    this.deps.problems.report(error);
    return errnoFailure(error, say`the copies of changed files`);
  }

  private async reported(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.problems.report(error);
    }
  }

  private async removeOld(sessionId: string): Promise<void> {
    const { folders, deps } = this;
    if ((await folders.age(sessionId)) <= deps.limits.retentionDays() * dayMs) return;
    if ((await folders.claim(sessionId)).kind === 'ours') await folders.remove(sessionId);
  }

  private async closeChat(chat: ChatChangeState): Promise<void> {
    const { record, history, sessionId } = chat;
    chat.record = undefined;
    if (record === undefined) return;
    await this.reported(() => record.close());
    // The card shows undone changes when the chat is reopened.
    const isSpent = history.isKeptWhole() && history.open.size === 0;
    await (isSpent ? this.folders.remove(sessionId) : this.folders.release(sessionId));
  }

  private async forgetChat(chat: ChatChangeState): Promise<void> {
    const { record, sessionId } = chat;
    chat.record = undefined;
    this.openChats.close(sessionId);
    if (record === undefined) return;
    await this.reported(() => record.close());
    await this.folders.remove(sessionId);
  }
}

const openElsewhere = say`Another window has this chat open. Undo its changes there.`;
const nothingLeft = fail(failure('execution', say`This change is not on record.`));

function changedChat(chat: ChatChangeState): ChangedChat {
  const { sessionId, history } = chat;
  return { sessionId, changedAt: history.changedAt, files: shownFiles(chat) };
}

function shownFiles(chat: ChatChangeState): readonly ChangedFile[] {
  return chat.entries().shown.map(({ file }) => file);
}
