import type { DiskAccess, GuardedTarget } from '../../adapters/files/disk-access';
import { DiskFiles, type DiskFilesDeps } from '../../adapters/files/disk-files';
import { cancelled, changed, hasUnsavedChanges } from '../../adapters/files/file-refusals';
import {
  isSamePathState,
  pathStateAt,
  stateWith,
  type FileState,
} from '../../adapters/files/path-state';
import {
  encodeExactly,
  planWriteOnDisk,
  restorePath,
  stateToReplace,
  withoutMark,
  type AppliedWrite,
  type DiskWritePlan,
  type RestoreOptions,
  type WritePlan,
  type WriteRequest,
} from '../../adapters/files/write-file';
import { uninterrupted } from '../../adapters/files/record-change';
import { stampOf } from '../../adapters/files/scan-file';
import { changedSince, type TreeSurvey } from '../../adapters/files/survey-tree';
import type { CheckedTransfer } from '../../adapters/files/transfer';
import { isAborted } from '../../core/base/async';
import type { PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/failure';
import { fitsBuffer } from './buffer-text';
import { otherLineEndings, replacedMeanwhile } from './editor-refusals';
import type { DocumentContent, OpenDocument, OpenDocuments } from './open-documents';
import { saveInEditor } from './save-in-editor';

export interface EditorFilesDeps extends Omit<DiskFilesDeps, 'codec'> {
  readonly documents: OpenDocuments;
  /** The change is unsaved in the editor: offers the user to save it. */
  readonly offerSave: (real: string) => void;
}

interface EditorRestore {
  /** A text document. */
  readonly document: OpenDocument;
  readonly image: FileState;
  readonly expect: FileState;
  readonly signal: AbortSignal;
}

const leftUnsaved =
  'It had unsaved changes before, so it was not saved: the change remains in the editor until the user saves it.';
const changedOnSaving =
  'VS Code changed the text on saving, for example with a formatter; the text shown is the text on disk.';
const stillSaving = 'VS Code did not finish saving it; the change remains in the editor.';

/**
 * The disk, except where an editor holds unsaved changes: then what it would save is what is read,
 * and the stamp is of that (decision 44). An open file is changed, moved and restored in its editor.
 * VS Code follows links, so before it acts on a path, the path is resolved once more.
 */
export class EditorFiles extends DiskFiles {
  private readonly documents: OpenDocuments;
  private readonly offerSave: (real: string) => void;

  constructor({ documents, offerSave, ...deps }: EditorFilesDeps) {
    super({ ...deps, codec: documents });
    this.documents = documents;
    this.offerSave = offerSave;
  }

  protected override async unsavedAt(real: string): Promise<Result<DocumentContent> | undefined> {
    const document = await this.documents.find(real);
    return document?.isDirty === true ? document.content() : undefined;
  }

  protected override async unsavedBelow(real: string): Promise<readonly string[]> {
    const dirty = (await this.documents.below(real)).filter(({ isDirty }) => isDirty);
    return dirty.map((file) => file.real);
  }

  /** In the editor of a file that is open, where this too can be undone. */
  protected override async restoreAt(
    at: GuardedTarget,
    image: PathState,
    options: RestoreOptions,
  ): Promise<Result<void>> {
    const { expect, signal } = options;
    const document = await this.documents.find(at.resolved.real);
    if (document?.kind === 'text' && image.kind === 'file' && expect.kind === 'file') {
      return this.restoreInEditor(at, { document, image, expect, signal });
    }
    if (document?.isDirty === true) return fail(hasUnsavedChanges(at.shown));
    return super.restoreAt(at, image, options);
  }

  /** In its editor when it is open, on disk otherwise. */
  protected override async planWrite(
    disk: DiskAccess,
    at: GuardedTarget,
    request: WriteRequest,
  ): Promise<Result<WritePlan>> {
    const document = await this.documents.find(at.resolved.real);
    if (document?.isDirty === true) return this.planUnsavedWrite(at, document, request);
    const parts = { disk, codec: this.documents };
    const plan = await planWriteOnDisk(parts, at, request);
    if (!plan.ok) return plan;
    const editor = await editorFor(document, plan.value);
    if (editor === undefined) return plan;
    const apply = (signal: AbortSignal) => this.writeInEditor(at, editor, plan.value, signal);
    return succeed({ ...plan.value, apply });
  }

  protected override async removeAt(
    at: GuardedTarget,
    survey: TreeSurvey,
    signal: AbortSignal,
  ): Promise<Result<boolean>> {
    const { real, kind } = survey;
    if (kind === 'file' || kind === 'dir') {
      const now = await this.resolve(real, { use: 'entry' });
      if (!now.ok) return now;
      if (now.value.real !== real) return fail(replacedMeanwhile(at.shown));
      if (await this.documents.trash(real)) return succeed(true);
      if (isAborted(signal)) return fail(cancelled(at.shown));
    }
    return super.removeAt(at, survey, signal);
  }

  /** Through VS Code only when an editor has to follow, and nothing else than a file is replaced. */
  protected override async moveAt(
    checked: CheckedTransfer,
    signal: AbortSignal,
  ): Promise<Result<void>> {
    const { from, survey, replaced } = checked;
    const isPlain =
      replaced.kind === 'absent' || (survey.kind === 'file' && replaced.kind === 'file');
    if (isPlain && (await this.documents.below(from.resolved.real)).length > 0) {
      if (isAborted(signal)) return fail(cancelled(from.shown));
      if (await this.renameWithEditors(checked, signal)) return succeed(undefined);
    }
    return super.moveAt(checked, signal);
  }

  /**
   * A document that was dirty before is never saved without asking: the change goes into its buffer.
   */
  private async planUnsavedWrite(
    at: GuardedTarget,
    document: OpenDocument,
    { text: given, expect, signal }: WriteRequest,
  ): Promise<Result<WritePlan>> {
    const saved = await stateToReplace(this.disk, at, signal);
    if (!saved.ok) return saved;
    if (isAborted(signal)) return fail(cancelled(at.shown));
    if (document.kind !== 'text') return fail(hasUnsavedChanges(at.shown));
    const content = await document.content();
    if (!content.ok) return content;
    const { bytes, text: old } = content.value;
    const isUnexpected = 'absent' in expect || ('text' in expect && expect.text !== old.text);
    if (isUnexpected) return fail(hasUnsavedChanges(at.shown));
    const text = withoutMark(given);
    if (!fitsBuffer(text, document)) return fail(otherLineEndings(at.shown));
    const encoded = await encodeExactly(this.documents, { text, as: old, shown: at.shown });
    if (!encoded.ok) return encoded;
    return succeed({
      before: stateWith(bytes, saved.value.state),
      oldText: old.text,
      intended: stateWith(encoded.value, saved.value.state, -1),
      apply: async (_stop, recorded) => {
        await recorded;
        const replaced = await document.replace(text, old.text);
        if (!replaced.ok) return replaced;
        const applied = await appliedInEditor(document, saved.value.state, [leftUnsaved]);
        if (applied.ok) this.offerSave(at.resolved.real);
        return applied;
      },
    });
  }

  /** In the editor, then saved; returns what is on disk afterwards. */
  private async writeInEditor(
    at: GuardedTarget,
    document: OpenDocument,
    { text, oldText, before }: DiskWritePlan,
    signal: AbortSignal,
  ): Promise<Result<AppliedWrite>> {
    const change = { document, at, text, expected: oldText ?? '', signal };
    const saved = await saveInEditor(this, change);
    if (!saved.ok) return saved;
    if (saved.value === 'pending') return appliedInEditor(document, before, [stillSaving]);
    const limits = { maxBytes: Number.MAX_SAFE_INTEGER, signal: uninterrupted() };
    const now = await pathStateAt(this.disk, at, limits);
    if (!now.ok) return now;
    const after = now.value;
    if (after.kind !== 'file' || after.bytes === undefined) return fail(changed(at.shown));
    const shown = (await this.documents.decode(after.bytes, at.resolved.real))?.text ?? '';
    const notes = shown === text ? [] : [changedOnSaving];
    return succeed({ text: shown, after, saved: true, notes });
  }

  /**
   * What had unsaved changes stays unsaved; any other is saved, and holds exactly the bytes it held
   * before in the end.
   */
  private async restoreInEditor(at: GuardedTarget, back: EditorRestore): Promise<Result<void>> {
    const { document, image, expect } = back;
    const before = image.bytes && (await this.documents.decode(image.bytes, at.resolved.real));
    const isEditable = before?.exact === true && fitsBuffer(before.text, document);
    if (!document.isDirty) {
      // An editor does not restore permissions; it loads by itself what changed on disk.
      return isEditable && image.mode === expect.mode
        ? this.restoreSaved(at, back, before.text)
        : restorePath(this.disk, at, image, back);
    }
    if (!isEditable) return fail(hasUnsavedChanges(at.shown));
    const content = await document.content();
    if (!content.ok) return content;
    if (stampOf(content.value.bytes) !== expect.stamp) return fail(changed(at.shown));
    return document.replace(before.text, content.value.text.text);
  }

  private async restoreSaved(
    at: GuardedTarget,
    { document, image, expect, signal }: EditorRestore,
    text: string,
  ): Promise<Result<void>> {
    const state = await pathStateAt(this.disk, at, { signal });
    if (!state.ok) return state;
    if (state.value.kind !== 'file' || state.value.stamp !== expect.stamp) {
      return fail(changed(at.shown));
    }
    const content = await document.content();
    // An editor that is behind the disk loads it by itself.
    if (!content.ok || stampOf(content.value.bytes) !== expect.stamp) {
      return restorePath(this.disk, at, image, { expect, signal });
    }
    const expected = content.value.text.text;
    const saved = await saveInEditor(this, { document, at, text, expected, signal });
    if (!saved.ok) return saved;
    if (saved.value === 'pending') return succeed(undefined);
    // Saving may have changed the text, such as by a formatter; undo means what stood there.
    const now = await pathStateAt(this.disk, at, { signal });
    if (!now.ok) return now;
    const isBack = now.value.kind === 'file' && now.value.stamp === image.stamp;
    if (isBack) return succeed(undefined);
    return restorePath(this.disk, at, image, { expect: now.value, signal });
  }

  /** False when nothing was moved, also when the ends are not as they were checked. */
  private async renameWithEditors(checked: CheckedTransfer, signal: AbortSignal): Promise<boolean> {
    const [from, to] = [checked.from.resolved.real, checked.to.resolved.real];
    if (!(await this.isAsChecked(checked, signal))) return false;
    const overwrite = checked.replaced.kind === 'file' || isRespelled(checked);
    if (!(await this.documents.rename(from, to, { overwrite }))) return false;
    const [left, arrived] = await Promise.all(
      [from, to].map((path) => this.resolve(path, { use: 'entry' })),
    );
    return left?.ok === true && !left.value.exists && arrived?.ok === true && arrived.value.exists;
  }

  private async isAsChecked(checked: CheckedTransfer, signal: AbortSignal): Promise<boolean> {
    for (const { real } of [checked.from.resolved, checked.to.resolved]) {
      const now = await this.resolve(real, { use: 'entry' });
      if (!now.ok || now.value.real !== real) return false;
    }
    const { from, survey } = checked;
    const changes = await changedSince(
      this.disk,
      { at: from, survey },
      { purpose: 'move', signal },
    );
    if (changes !== undefined) return false;
    if (isRespelled(checked)) return true;
    const there = await pathStateAt(this.disk, checked.to, { signal });
    return there.ok && isSamePathState(there.value, checked.replaced);
  }
}

/** True if the destination is the source by another spelling of its name. */
function isRespelled({ there, replaced }: CheckedTransfer): boolean {
  return there !== undefined && replaced.kind === 'absent';
}

/**
 * The editor to write in: of a text document that holds what the disk holds, and would save it as
 * it is. A buffer has one kind of line ending and VS Code marks all UTF-16: what differs is written
 * on disk, and the editor loads it.
 */
async function editorFor(
  document: OpenDocument | undefined,
  { old, text }: DiskWritePlan,
): Promise<OpenDocument | undefined> {
  if (document?.kind !== 'text' || old?.exact !== true) return undefined;
  if (!fitsBuffer(text, document)) return undefined;
  const content = await document.content();
  if (!content.ok || content.value.text.text !== old.text) return undefined;
  return content.value.text.byteOrderMark === old.byteOrderMark ? document : undefined;
}

/** The result of a write that remains unsaved in the editor. */
async function appliedInEditor(
  document: OpenDocument,
  saved: PathState,
  notes: readonly string[],
): Promise<Result<AppliedWrite>> {
  const content = await document.content();
  if (!content.ok) return content;
  const { bytes, text } = content.value;
  return succeed({ text: text.text, after: stateWith(bytes, saved), saved: false, notes });
}
