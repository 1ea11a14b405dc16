import type { LocatedPath, ResolvedPath } from '../../core/contracts/calls/call-paths';
import type { PathState } from '../../core/contracts/file-changes';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { ChangeRecorder, PathStates } from '../../core/ports/file-changes';
import type {
  ChangeOptions,
  CopiedPath,
  CreatedFolder,
  EntryChange,
  EntryOptions,
  EntryPlan,
  FileContent,
  FileHead,
  FileRead,
  Files,
  FileText,
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
import { createFolderAt, type DiskAccess, type GuardedTarget } from './disk-access';
import { holding, type FolderOpener } from './folder';
import { openAnyFolder } from './disk-access';
import { listFolder } from './list-folder';
import { pathStateAt, stateWith, type PathStateOptions } from './path-state';
import {
  planWriteOnDisk,
  restorePath,
  type AppliedWrite,
  type RestoreOptions,
  type WritePlan,
  type WriteRequest,
} from './write-file';
import { ChangeHook, copyDestinations, tooMany, uninterrupted } from './record-change';
import { readFile, stampOf } from './scan-file';
import { tooLarge } from './file-refusals';
import { fileTypeBytes } from '../../core/base/file-type';
import { asRemoval, EntryChecks, endsOf, maxTextBytes, removeSurveyed } from './plan-entry';
import { listInside, type TreeSurvey } from './survey-tree';
import type { PathGuard, RequestedPath } from './path-guard';
import { copyEntry, moveEntry, type CheckedTransfer } from './transfer';

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

/** What an editor would save. */
export type UnsavedContent = Pick<FileContent, 'bytes'> & { readonly text: FileText };

type Stoppable = Pick<ChangeOptions, 'signal'>;

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
  private readonly entries: EntryChecks;

  constructor(private readonly deps: DiskFilesDeps) {
    const { guard, log, openFolder = openAnyFolder } = deps;
    this.disk = {
      log,
      open: openFolder,
      mayRead: (real) => guard.mayRead(real),
      show: (shown) => guard.show(shown),
      style: () => guard.style(),
    };
    const unsavedBelow = (real: string) => this.unsavedBelow(real);
    this.entries = new EntryChecks({ ...deps, disk: this.disk, unsavedBelow });
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
    const read = await this.deps.guard.use(asFile(asked), options.signal, async (at) => {
      resolved = at.resolved;
      const content = await this.contentAt(at, options);
      if (!content.ok) return content;
      if ('stamp' in content.value) return succeed(content.value);
      head = content.value;
      return fail(tooLarge(at.shown, head.size, options.maxBytes));
    });
    const mayWrite = read.ok || resolved?.exists === false;
    return { ...read, ...(mayWrite && resolved && { resolved }), ...(head && { head }) };
  }

  stamp(asked: string, { signal }: Stoppable): Promise<Result<string | undefined>> {
    return this.deps.guard.use(asFile(asked), signal, async (at) => {
      const state = await this.stateAt(at, { signal });
      return state.ok ? succeed(stampIn(state.value)) : state;
    });
  }

  list(asked: string, options: ListOptions): Promise<Result<FolderListing>> {
    return this.deps.guard.use(asFile(asked), options.signal, (at) =>
      listFolder(this.disk, at, options),
    );
  }

  inside(asked: string, options: InsideOptions): Promise<Result<FolderContents>> {
    const { resolved, signal } = options;
    const { guard } = this.deps;
    return guard.use({ path: asked, as: 'entry', resolved }, signal, async (at) => {
      const found = await listInside(this.disk, at, options);
      if (!found.ok) return found;
      return succeed({ ...found.value, limited: guard.limited(found.value.paths) });
    });
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
    const paths = endsOf({ kind: 'move', path: from, to });
    return this.deps.guard.useBoth(paths, signal, async (ends) => {
      const checked = await this.entries.transfer(ends, {
        purpose: 'move',
        mayReplace: false,
        signal,
      });
      return checked.ok ? this.moveAt(checked.value, signal) : checked;
    });
  }

  write(asked: string, text: string, options: WriteOptions): Promise<Result<WrittenFile>> {
    const { resolved, signal } = options;
    const place: RequestedPath = { path: asked, as: 'file', to: 'change', resolved };
    return this.deps.guard.use(place, signal, (at) =>
      holding(this.disk, async (disk) => {
        const plan = await this.planWrite(disk, at, { text, ...options });
        return plan.ok ? this.writeAt(at, plan.value, options) : plan;
      }),
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

  plan(change: EntryChange, { signal }: Stoppable): Promise<Result<EntryPlan>> {
    return this.entries.plan(change, signal);
  }

  remove(asked: string, options: EntryOptions): Promise<Result<RemovedPath>> {
    const { signal } = options;
    return this.deps.guard.use(asRemoval(asked), signal, async (at) => {
      const going = await this.entries.removal(at, options);
      if (!going.ok) return going;
      const { survey } = going.value;
      const { real, kind, files } = survey;
      const { codec, maxChangeBytes } = this.deps;
      const room = maxChangeBytes();
      const places = await statesBefore(this.disk, { at, survey }, { room, signal });
      const shown = await removedTexts(this.disk, { at, survey }, { codec, signal });
      const change = { at, places, made: () => ({ kind: 'absent' }) as const };
      const removed = await this.hook.change(options, change, () =>
        this.removeAt(at, survey, signal),
      );
      if (!removed.ok) return removed;
      const { value: trashed, notes } = removed.value;
      return succeed({ real, kind, files, shown, trashed, notes: [...notes, ...tooMany(survey)] });
    });
  }

  move(source: string, destination: string, options: EntryOptions): Promise<Result<MovedPath>> {
    const { signal, planned, mayReplace = true } = options;
    const paths = endsOf({ kind: 'move', path: source, to: destination });
    return this.deps.guard.useBoth(paths, signal, async (ends) => {
      const checks = { purpose: 'move', mayReplace, planned, signal } as const;
      const checked = await this.entries.transfer(ends, checks);
      if (!checked.ok) return checked;
      const moved = await this.hook.move(options, checked.value, () =>
        this.moveAt(checked.value, signal),
      );
      if (!moved.ok) return moved;
      return succeed({ ...(await this.transferred(checked.value)), notes: moved.value.notes });
    });
  }

  copy(source: string, destination: string, options: EntryOptions): Promise<Result<CopiedPath>> {
    const { signal, planned, mayReplace = true } = options;
    const paths = endsOf({ kind: 'copy', path: source, to: destination });
    return this.deps.guard.useBoth(paths, signal, async (ends) => {
      const checks = { purpose: 'copy', mayReplace, planned, signal } as const;
      const checked = await this.entries.transfer(ends, checks);
      if (!checked.ok) return checked;
      const { replaced, survey } = checked.value;
      const { files, bytes, real } = survey;
      const places = copyDestinations(survey, ends.to.resolved.real, replaced);
      const copied = await this.hook.change(options, { at: ends.to, places }, () =>
        copyEntry(this.disk, checked.value, signal),
      );
      if (!copied.ok) return copied;
      const lacking = (await this.unsavedBelow(real)).map(
        (one) =>
          `${this.disk.show(one)} has unsaved changes in an editor, which are not in the copy.`,
      );
      const notes = [...copied.value.notes, ...lacking, ...tooMany(survey)];
      return succeed({ ...(await this.transferred(checked.value)), files, bytes, notes });
    });
  }

  /** The content with unsaved changes; the beginning of a file that is too large. */
  private async contentAt(
    at: GuardedTarget,
    { maxBytes, signal }: ReadFileOptions,
  ): Promise<Result<FileContent | FileHead>> {
    const { real } = at.resolved;
    const unsaved = await this.unsavedAt(real);
    const file = unsaved ?? (await readFile(this.disk, at, { maxBytes, signal }));
    if (!file.ok) return file;
    const { bytes } = file.value;
    const size = 'size' in file.value ? file.value.size : bytes.length;
    if (size > maxBytes) return succeed({ real, size, bytes: bytes.subarray(0, fileTypeBytes) });
    const text = unsaved?.ok ? unsaved.value.text : await this.deps.codec.decode(bytes, real);
    return succeed({ real, bytes, stamp: stampOf(bytes), text, unsaved: unsaved !== undefined });
  }

  private async stateAt(at: GuardedTarget, options: PathStateOptions): Promise<Result<PathState>> {
    const state = await pathStateAt(this.disk, at, options);
    if (!state.ok || (state.value.kind !== 'file' && state.value.kind !== 'absent')) return state;
    const unsaved = await this.unsavedAt(at.resolved.real);
    if (unsaved?.ok !== true) return unsaved ?? state;
    return succeed(stateWith(unsaved.value.bytes, state.value, options.maxBytes ?? -1));
  }

  /** What an editor would save; undefined for a file without unsaved changes. */
  protected unsavedAt(real: string): Promise<Result<UnsavedContent> | undefined>;
  protected unsavedAt(): Promise<Result<UnsavedContent> | undefined> {
    return Promise.resolve(undefined);
  }

  /** Files with unsaved changes: the path itself and those below it. */
  protected unsavedBelow(real: string): Promise<readonly string[]>;
  protected unsavedBelow(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  protected restoreAt(
    at: GuardedTarget,
    image: PathState,
    options: RestoreOptions,
  ): Promise<Result<void>> {
    return restorePath(this.disk, at, image, options);
  }

  /** Refuses what does not fit, before anything is changed. */
  protected planWrite(
    disk: DiskAccess,
    at: GuardedTarget,
    request: WriteRequest,
  ): Promise<Result<WritePlan>> {
    return planWriteOnDisk({ disk, codec: this.deps.codec }, at, request);
  }

  /** Removes an entry as it was surveyed; true if it is in the trash. */
  protected removeAt(
    at: GuardedTarget,
    survey: TreeSurvey,
    signal: AbortSignal,
  ): Promise<Result<boolean>> {
    return removeSurveyed(this.disk, { at, survey }, signal);
  }

  protected moveAt(checked: CheckedTransfer, signal: AbortSignal): Promise<Result<void>> {
    return moveEntry(this.disk, checked, signal);
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

  private async transferred({ from, to, survey, replaced, replacedText }: CheckedTransfer) {
    const end = survey.kind === 'file' ? await this.created(to) : undefined;
    return {
      ...{ from: from.resolved.real, to: to.resolved.real, kind: survey.kind, replacedText },
      ...{ replaced: replaced.kind !== 'absent', stamp: end?.stamp, text: end?.text },
    };
  }

  /** It may be too large to read, but has a stamp. */
  private async created(at: GuardedTarget): Promise<Partial<Pick<MovedPath, 'stamp' | 'text'>>> {
    const signal = uninterrupted();
    const options = { maxBytes: maxTextBytes, signal };
    const content = await this.contentAt(at, options).catch(() => undefined);
    if (content?.ok === true && 'stamp' in content.value) {
      return { stamp: content.value.stamp, text: content.value.text?.text };
    }
    const state = await this.stateAt(at, { signal }).catch(() => undefined);
    return { stamp: state?.ok === true ? stampIn(state.value) : undefined };
  }
}

function stampIn(state: PathState): string | undefined {
  return state.kind === 'file' ? state.stamp : undefined;
}
