import type { LocatedPath, ResolvedPath } from '../../core/contracts/calls/call-paths';
import type { PathState } from '../../core/contracts/file-changes';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { ChangeRecorder, PathStates } from '../../core/ports/file-changes';
import type {
  ChangeOptions,
  CopiedPath,
  CreatedFolder,
  FileContent,
  FileHead,
  FileRead,
  Files,
  FolderContents,
  FolderListing,
  InsideOptions,
  ListOptions,
  MovedPath,
  ReadFileOptions,
  RemovedPath,
  ResolveOptions,
  TextCodec,
  WriteOptions,
  WrittenFile,
} from '../../core/ports/files';
import { missingFolders, removedTexts, stateNear, statesBefore } from './affected-entries';
import { createFolderAt, inParent, type DiskAccess, type GuardedTarget } from './disk-access';
import { removeTree, type FolderOpener } from './folder';
import { openAnyFolder } from './disk-access';
import { listFolder } from './list-folder';
import { pathStateAt, type PathStateOptions } from './path-state';
import {
  planWriteOnDisk,
  type AppliedWrite,
  type WritePlan,
  type WriteRequest,
} from './write-file';
import { ChangeHook, copyDestinations, tooMany, uninterrupted } from './record-change';
import { restorePath, type RestoreOptions } from './restore';
import { readHead, readStamp, readWhole } from './scan-file';
import {
  changedSince,
  listInside,
  maxRecordedEntries,
  surveyTree,
  type TreeSurvey,
} from './survey-tree';
import type { PathGuard, RequestedPath } from './path-guard';
import {
  checkTransfer,
  copyEntry,
  moveEntry,
  type CheckedTransfer,
  type Ends,
  type TransferChecks,
} from './transfer';

export interface DiskFilesDeps {
  readonly guard: PathGuard;
  readonly codec: TextCodec;
  /** Every change passes it: the earlier content is copied before it is touched (decision 42). */
  readonly recorder: ChangeRecorder;
  /** Bytes of copies beyond which nothing of a chat is kept. */
  readonly maxChangeBytes: () => number;
  /** For the log that users see: paths and codes, never contents. */
  readonly log: (line: string) => void;
  /** Opens folders; by default in the safest way the system supports. */
  readonly openFolder?: FolderOpener;
}

type Stoppable = Pick<ChangeOptions, 'signal'>;

/** Larger texts are not shown. */
const maxTextBytes = 10 * 1024 * 1024;

const goingTo = (from: string, to: string): Readonly<Record<keyof Ends, RequestedPath>> => ({
  from: { path: from, as: 'entry', to: 'remove' },
  to: { path: to, as: 'place', to: 'change' },
});

const asFile = (asked: string): RequestedPath => ({ path: asked, as: 'file' });

/**
 * Files on disk behind the effect guard (decision effect-guard): each method resolves its path once
 * more, judges the canonical path, whoever calls, and acts through folders that are held open
 * (000-files-1; 003-tools-3). Every change is recorded, so that it can be undone. The protected
 * methods act on paths that the guard has allowed.
 */
export class DiskFiles implements Files, PathStates {
  protected readonly disk: DiskAccess;
  private readonly hook: ChangeHook;

  constructor(private readonly deps: DiskFilesDeps) {
    const { guard, log, openFolder = openAnyFolder } = deps;
    this.disk = {
      log,
      open: openFolder,
      mayRead: (real) => guard.mayRead(real),
      show: (shown) => guard.show(shown),
      style: () => guard.style(),
    };
    this.hook = new ChangeHook(deps.recorder, (at, real) =>
      real === at.resolved.real
        ? this.stateAt(at, { signal: uninterrupted() })
        : stateNear(this.disk, at, real),
    );
  }

  resolve(asked: string, options?: ResolveOptions): Promise<Result<ResolvedPath>> {
    return this.deps.guard.resolve(asked, options);
  }

  locate(asked: string, from?: string): Promise<Result<LocatedPath>> {
    return this.deps.guard.locate(asked, from);
  }

  async read(asked: string, options: ReadFileOptions): Promise<FileRead> {
    let resolved: ResolvedPath | undefined;
    let head: FileHead | undefined;
    const { maxBytes, signal } = options;
    const read = await this.deps.guard.use(asFile(asked), signal, async (at) => {
      resolved = at.resolved;
      const content = await this.contentAt(at, options);
      const start = content.ok ? content : await this.headAt(at, signal);
      if (start.ok && 'size' in start.value && start.value.size > maxBytes) head = start.value;
      return content;
    });
    const mayWrite = read.ok || resolved?.exists === false;
    return { ...read, ...(mayWrite && resolved && { resolved }), ...(head && { head }) };
  }

  stamp(asked: string, { signal }: Stoppable): Promise<Result<string | undefined>> {
    return this.deps.guard.use(asFile(asked), signal, (at) => this.stampAt(at, signal));
  }

  list(asked: string, options: ListOptions): Promise<Result<FolderListing>> {
    return this.deps.guard.use(asFile(asked), options.signal, (at) =>
      listFolder(this.disk, at, options),
    );
  }

  inside(asked: string, options: InsideOptions): Promise<Result<FolderContents>> {
    const { resolved, signal } = options;
    return this.deps.guard.use({ path: asked, as: 'entry', resolved }, signal, (at) =>
      listInside(this.disk, at, options),
    );
  }

  image(asked: string, options: PathStateOptions): Promise<Result<PathState>> {
    return this.deps.guard.use({ path: asked, as: 'recorded' }, options.signal, (at) =>
      this.stateAt(at, options),
    );
  }

  putBack(asked: string, image: PathState, options: RestoreOptions): Promise<Result<void>> {
    // An open folder is never removed, but its permissions may be restored.
    const isMode = image.kind === 'folder' && options.expect.kind === 'folder';
    const to = isMode ? 'makeFolder' : 'remove';
    const place: RequestedPath = { path: asked, as: 'recorded', to };
    return this.deps.guard.use(place, options.signal, (at) => this.restoreAt(at, image, options));
  }

  moveBack(from: string, to: string, { signal }: Stoppable): Promise<Result<void>> {
    return this.deps.guard.useBoth(goingTo(from, to), signal, async (ends) => {
      const checked = await this.checked(ends, { purpose: 'move', mayReplace: false, signal });
      return checked.ok ? this.moveAt(checked.value, signal) : checked;
    });
  }

  write(asked: string, text: string, options: WriteOptions): Promise<Result<WrittenFile>> {
    const { resolved, signal } = options;
    return this.deps.guard.use(
      { path: asked, as: 'file', to: 'change', resolved },
      signal,
      async (at) => {
        const plan = await this.planWrite(at, { text, ...options });
        return plan.ok ? this.writeAt(at, plan.value, options) : plan;
      },
    );
  }

  createFolder(asked: string, options: ChangeOptions): Promise<Result<CreatedFolder>> {
    const target: RequestedPath = { path: asked, as: 'file', to: 'makeFolder' };
    return this.deps.guard.use(target, options.signal, async (at) => {
      const { exists, real } = at.resolved;
      const make = () => createFolderAt(this.disk, at);
      const places = exists ? [] : await missingFolders(this.disk, at, options.signal);
      const made = await this.hook.change(options, { at, places }, make);
      if (!made.ok) return made;
      return succeed({ real, made: made.value.value, notes: made.value.notes });
    });
  }

  remove(asked: string, options: ChangeOptions): Promise<Result<RemovedPath>> {
    const { signal } = options;
    const target: RequestedPath = { path: asked, as: 'entry', to: 'remove' };
    return this.deps.guard.use(target, signal, async (at) => {
      const all = { purpose: 'remove', maxEntries: maxRecordedEntries, signal } as const;
      const surveyed = await surveyTree(this.disk, at, all);
      if (!surveyed.ok) return surveyed;
      const survey = surveyed.value;
      const { real, kind, files } = survey;
      const refused = await this.unsavedRefusal(real);
      if (refused !== undefined) return fail(refused);
      const { codec, maxChangeBytes } = this.deps;
      const room = maxChangeBytes();
      const places = await statesBefore(this.disk, { at, survey }, { room, signal });
      const shown = await removedTexts(this.disk, { at, survey }, { codec, signal });
      const removed = await this.hook.change(
        options,
        { at, places, made: () => ({ kind: 'absent' }) },
        () => this.removeAt(at, survey, signal),
      );
      if (!removed.ok) return removed;
      const { value: trashed, notes } = removed.value;
      return succeed({ real, kind, files, shown, trashed, notes: [...notes, ...tooMany(survey)] });
    });
  }

  move(source: string, destination: string, options: ChangeOptions): Promise<Result<MovedPath>> {
    const { signal } = options;
    return this.deps.guard.useBoth(goingTo(source, destination), signal, async (ends) => {
      const checked = await this.checked(ends, { purpose: 'move', mayReplace: true, signal });
      if (!checked.ok) return checked;
      const { replaced, replacedText, survey } = checked.value;
      const [from, to] = [ends.from.resolved.real, ends.to.resolved.real];
      const moved = await this.hook.move(options, checked.value, () =>
        this.moveAt(checked.value, signal),
      );
      if (!moved.ok) return moved;
      const { kind } = survey;
      const end = kind === 'file' ? await this.created(ends.to) : noText;
      const before = { replaced: replaced.kind !== 'absent', replacedText };
      return succeed({ from, to, kind, ...before, ...end, notes: moved.value.notes });
    });
  }

  copy(source: string, destination: string, options: ChangeOptions): Promise<Result<CopiedPath>> {
    const { signal } = options;
    const both = { ...goingTo(source, destination), from: asFile(source) };
    return this.deps.guard.useBoth(both, signal, async (ends) => {
      const checked = await this.checked(ends, { purpose: 'copy', mayReplace: true, signal });
      if (!checked.ok) return checked;
      const { replaced, replacedText, survey } = checked.value;
      const [from, to] = [ends.from.resolved.real, ends.to.resolved.real];
      const places = copyDestinations(survey, to, replaced);
      const change = { at: ends.to, places };
      const copied = await this.hook.change(options, change, () =>
        copyEntry(this.disk, checked.value, signal),
      );
      if (!copied.ok) return copied;
      const { kind, files, bytes } = survey;
      const notes = [...copied.value.notes, ...(await this.copyNotes(survey)), ...tooMany(survey)];
      const end = kind === 'file' ? await this.created(ends.to) : noText;
      const before = { replaced: replaced.kind !== 'absent', replacedText };
      return succeed({ from, to, kind, files, bytes, ...before, ...end, notes });
    });
  }

  protected async contentAt(
    at: GuardedTarget,
    options: ReadFileOptions,
  ): Promise<Result<FileContent>> {
    const whole = await readWhole(this.disk, at, options);
    if (!whole.ok) return whole;
    const { real } = at.resolved;
    const text = await this.deps.codec.decode(whole.value.bytes, real);
    return succeed({ real, ...whole.value, text, unsaved: false });
  }

  /** The beginning of a file of any size. */
  protected headAt(at: GuardedTarget, signal: AbortSignal): Promise<Result<FileHead>> {
    return readHead(this.disk, at, signal);
  }

  protected stampAt(at: GuardedTarget, signal: AbortSignal): Promise<Result<string | undefined>> {
    return readStamp(this.disk, at, signal);
  }

  protected stateAt(at: GuardedTarget, options: PathStateOptions): Promise<Result<PathState>> {
    return pathStateAt(this.disk, at, options);
  }

  protected restoreAt(
    at: GuardedTarget,
    image: PathState,
    options: RestoreOptions,
  ): Promise<Result<void>> {
    return restorePath(this.disk, at, image, options);
  }

  /** Refuses what does not fit, before anything is changed. */
  protected planWrite(at: GuardedTarget, request: WriteRequest): Promise<Result<WritePlan>> {
    return planWriteOnDisk({ disk: this.disk, codec: this.deps.codec }, at, request);
  }

  /** Removes an entry as it was surveyed; true if it is in the trash. */
  protected async removeAt(
    at: GuardedTarget,
    survey: TreeSurvey,
    signal: AbortSignal,
  ): Promise<Result<boolean>> {
    const changed = await changedSince(this.disk, { at, survey }, { purpose: 'remove', signal });
    if (changed !== undefined) return fail(changed);
    return inParent(this.disk, at, async ({ folder, name }) => {
      await removeTree(folder, name, signal);
      return succeed(false);
    });
  }

  protected moveAt(checked: CheckedTransfer, signal: AbortSignal): Promise<Result<void>> {
    return moveEntry(this.disk, checked, signal);
  }

  /** Why unsaved changes forbid to remove, move or replace an entry. */
  protected unsavedRefusal(real: string): Promise<Failure | undefined>;
  protected unsavedRefusal(): Promise<Failure | undefined> {
    return Promise.resolve(undefined);
  }

  /** What a copy lacks. */
  protected copyNotes(source: TreeSurvey): Promise<readonly string[]>;
  protected copyNotes(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  private async writeAt(
    at: GuardedTarget,
    plan: WritePlan,
    options: WriteOptions,
  ): Promise<Result<WrittenFile>> {
    const { real } = at.resolved;
    const { before, intended, oldText } = plan;
    const written = await this.hook.changeSoon(
      options,
      {
        at,
        places: [{ path: real, before, intended }],
        // With its content, whose lines are counted.
        made: ({ after }: AppliedWrite) => after,
      },
      (recorded) => plan.apply(options.signal, recorded),
    );
    if (!written.ok) return written;
    const { text, after, saved, notes } = written.value.value;
    const allNotes = [...notes, ...written.value.notes];
    const { stamp, size: bytes } = after;
    return succeed({ real, bytes, oldText, text, stamp, saved, notes: allNotes });
  }

  /** It may be too large to read, but has a stamp. */
  private async created(at: GuardedTarget): Promise<typeof noText> {
    const signal = uninterrupted();
    const options = { maxBytes: maxTextBytes, signal };
    const content = await this.contentAt(at, options).catch(() => undefined);
    if (content?.ok === true) {
      return { stamp: content.value.stamp, text: content.value.text?.text };
    }
    const stamp = await this.stampAt(at, signal).catch(() => undefined);
    return { stamp: stamp?.ok === true ? stamp.value : undefined, text: undefined };
  }

  private checked(
    ends: Ends,
    options: Pick<TransferChecks, 'purpose' | 'mayReplace' | 'signal'>,
  ): Promise<Result<CheckedTransfer>> {
    const { codec, maxChangeBytes } = this.deps;
    const refuse = (real: string) => this.unsavedRefusal(real);
    const maxBytes = Math.max(maxTextBytes, maxChangeBytes());
    return checkTransfer(this.disk, ends, { ...options, codec, refuse, maxBytes });
  }
}

const noText: Pick<MovedPath, 'stamp' | 'text'> = { stamp: undefined, text: undefined };
