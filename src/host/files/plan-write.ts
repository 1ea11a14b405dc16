import type { PathState } from '../../core/contracts/file-changes';
import { type Result, type Failure, fail, succeed } from '../../core/contracts/failure';
import type { FileText, WriteOptions } from '../../core/ports/files';
import { cancelled, changed, writeProtected } from '../../adapters/files/file-refusals';
import { stampOf } from '../../adapters/files/scan-file';
import { fitsBuffer } from './buffer-text';
import { type EditorFilesDeps, fileStateOf, defaultFileMode } from './editor-files';
import type { OpenDocument, TextEncoding } from './open-documents';
import { hasUnsavedChanges, otherLineEndings, notEncodable } from './editor-refusals';
import { saveInEditor } from './save-in-editor';
import { uninterrupted } from './undoable-change';
import { isAborted } from '../../core/base/async';

/** A write that is possible, and what it would change. */
interface WritePlan {
  readonly real: string;
  readonly before: PathState;
  /** Null for a new file and for a file that was not text. */
  readonly oldText: string | null;
  /** Stamp of what it would hold. */
  readonly stamp: string;
  /** True if the buffer has the user's unsaved changes; the edit stays unsaved too. */
  readonly staysUnsaved: boolean;
  apply(signal: AbortSignal): Promise<Result<AppliedWrite>>;
}

interface AppliedWrite {
  readonly text: string;
  readonly stamp: string;
  readonly size: number;
  readonly saved: boolean;
  readonly notes: readonly string[];
}

interface WriteRequest {
  readonly path: string;
  /** The whole new text. */
  readonly text: string;
  readonly expect: WriteOptions['expect'];
  readonly signal: AbortSignal;
}

/** The text to write, and its destination. */
interface PlannedText {
  readonly real: string;
  readonly before: PathState;
  /** Undefined for a new file and for a file that is not text. */
  readonly old: FileText | undefined;
  /** Without byte order mark. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** Larger files are not replaced whole: the loss could not be reviewed. */
const maxReplacedBytes = 64 * 1024 * 1024;

/**
 * Decides how a file is written: in its editor when it is open, on disk otherwise; encoding and
 * byte order mark stay. Refuses what does not fit, before anything is changed.
 */
export async function planWrite(
  parts: EditorFilesDeps,
  request: WriteRequest,
): Promise<Result<WritePlan>> {
  const { disk, documents, limits, show } = parts;
  const resolved = await disk.resolve(request.path);
  if (!resolved.ok) return resolved;
  const { real } = resolved.value;
  const refused = limits.refuseChange({ resolved: resolved.value, shown: show(real) });
  if (refused !== undefined) return fail(refused);
  const document = await documents.find(real);
  const before = await imageBefore(parts, real, request.signal);
  if (!before.ok) return before;
  if (isAborted(request.signal)) return fail(cancelled(show(real)));
  const target = { real, document, before: before.value };
  return document?.isDirty === true
    ? planUnsavedWrite(parts, { ...target, document }, request)
    : planSavedWrite(parts, target, request);
}

interface WriteTarget {
  readonly real: string;
  readonly document: OpenDocument | undefined;
  readonly before: PathState;
}

async function planSavedWrite(
  parts: EditorFilesDeps,
  { real, document, before }: WriteTarget,
  request: WriteRequest,
): Promise<Result<WritePlan>> {
  const { documents, show } = parts;
  const bytes = before.kind === 'file' ? before.bytes : undefined;
  const old = bytes && (await documents.decode(bytes, real));
  const refused = refusal(before, old, request.expect, show(real));
  if (refused !== undefined) return fail(refused);
  const text = request.text.replace(/^\uFEFF/, '');
  const as = old ?? (await newEncoding(parts, real, request.text));
  const encoded = await encodeExactly(parts, { real, text, as });
  if (!encoded.ok) return encoded;
  const planned: PlannedText = { real, before, old, text, bytes: encoded.value };
  const editor = await editorFor(document, planned);
  const apply = (signal: AbortSignal): Promise<Result<AppliedWrite>> =>
    editor === undefined
      ? writeOnDisk(parts, planned, signal)
      : writeInEditor(parts, { ...planned, document: editor, oldText: old?.text ?? '' }, signal);
  const stamp = stampOf(encoded.value);
  const oldText = old?.text ?? null;
  return succeed({ real, before, oldText, stamp, staysUnsaved: false, apply });
}

/** State and content of the file to replace; fails when it is not a regular file. */
async function imageBefore(
  { disk, show }: EditorFilesDeps,
  real: string,
  signal: AbortSignal,
): Promise<Result<PathState>> {
  const limits = { maxBytes: maxReplacedBytes, signal };
  const image = await disk.image(real, limits);
  if (!image.ok || image.value.kind === 'absent') return image;
  if (image.value.kind === 'file' && image.value.bytes !== undefined) return image;
  // Reading it gives the reason.
  const read = await disk.read(real, limits);
  return read.ok ? fail(changed(show(real))) : read;
}

function refusal(
  before: PathState,
  old: FileText | undefined,
  expect: WriteOptions['expect'],
  shown: string,
): Failure | undefined {
  const isThere = before.kind === 'file';
  if ('absent' in expect && isThere) return changed(shown);
  if ('text' in expect && old?.text !== expect.text) return changed(shown);
  return isThere && (before.mode & 0o222) === 0 ? writeProtected(shown) : undefined;
}

/** A byte order mark at the beginning of a new text is meant as one. */
async function newEncoding(
  { documents }: EditorFilesDeps,
  real: string,
  text: string,
): Promise<TextEncoding> {
  const { encoding, byteOrderMark } = await documents.encodingFor(real);
  return { encoding, byteOrderMark: byteOrderMark || text.startsWith('\uFEFF') };
}

/**
 * The editor to write in: of a text document that holds what the disk holds, and would save it as
 * it is. A buffer has one kind of line ending and VS Code marks all UTF-16: what differs is written
 * on disk, and the editor loads it.
 */
async function editorFor(
  document: OpenDocument | undefined,
  { old, text }: PlannedText,
): Promise<OpenDocument | undefined> {
  if (document?.kind !== 'text' || old?.exact !== true) return undefined;
  if (!fitsBuffer(text, document)) return undefined;
  const content = await document.content();
  if (!content.ok || content.value.text.text !== old.text) return undefined;
  return content.value.text.byteOrderMark === old.byteOrderMark ? document : undefined;
}

const leftUnsaved =
  'It had unsaved changes before, so it was not saved: the change remains in the editor until the user saves it.';

export interface UnsavedTarget {
  readonly real: string;
  /** With unsaved changes. */
  readonly document: OpenDocument;
  /** The content on disk. */
  readonly before: PathState;
}

/**
 * A document that was dirty before is never saved without asking: the change goes into its buffer.
 */
async function planUnsavedWrite(
  parts: EditorFilesDeps,
  { real, document, before }: UnsavedTarget,
  { text: given, expect }: WriteRequest,
): Promise<Result<WritePlan>> {
  const shown = parts.show(real);
  if (document.kind !== 'text') return fail(hasUnsavedChanges(shown));
  const content = await document.content();
  if (!content.ok) return content;
  const { bytes, text: old } = content.value;
  const isUnexpected = 'absent' in expect || ('text' in expect && expect.text !== old.text);
  if (isUnexpected) return fail(hasUnsavedChanges(shown));
  const text = given.replace(/^\uFEFF/, '');
  if (!fitsBuffer(text, document)) return fail(otherLineEndings(shown));
  const encoded = await encodeExactly(parts, { real, text, as: old });
  if (!encoded.ok) return encoded;
  const mode = before.kind === 'file' ? before.mode : defaultFileMode;
  return succeed({
    real,
    before: fileStateOf(bytes, mode, Number.POSITIVE_INFINITY),
    oldText: old.text,
    stamp: stampOf(encoded.value),
    staysUnsaved: true,
    apply: async () => {
      const replaced = await document.replace(text, old.text);
      return replaced.ok ? appliedInEditor(document, [leftUnsaved]) : replaced;
    },
  });
}

/** The result of a write that remains unsaved in the editor. */
async function appliedInEditor(
  document: OpenDocument,
  notes: readonly string[],
): Promise<Result<AppliedWrite>> {
  const content = await document.content();
  if (!content.ok) return content;
  const { bytes, text } = content.value;
  const size = bytes.length;
  return succeed({ text: text.text, stamp: stampOf(bytes), size, saved: false, notes });
}

const changedOnSaving =
  'VS Code changed the text on saving, for example with a formatter; the text shown is the text on disk.';
const stillSaving = 'VS Code did not finish saving it; the change remains in the editor.';

/** Temporary file and rename, unless the checked file was replaced meanwhile. */
async function writeOnDisk(
  { disk }: EditorFilesDeps,
  { real, before, text, bytes }: PlannedText,
  signal: AbortSignal,
): Promise<Result<AppliedWrite>> {
  const expect = before.kind === 'file' ? { stamp: before.stamp } : { absent: true as const };
  const written = await disk.write(real, bytes, { expect, signal });
  if (!written.ok) return written;
  const { stamp } = written.value;
  return succeed({ text, stamp, size: bytes.length, saved: true, notes: [] });
}

export interface EditorText extends PlannedText {
  readonly document: OpenDocument;
  readonly oldText: string;
}

/** In the editor, then saved; returns what is on disk afterwards. */
async function writeInEditor(
  parts: EditorFilesDeps,
  { real, document, text, oldText }: EditorText,
  signal: AbortSignal,
): Promise<Result<AppliedWrite>> {
  const saved = await saveInEditor(parts, {
    document,
    real,
    text,
    expected: oldText,
    signal,
  });
  if (!saved.ok) return saved;
  if (saved.value === 'pending') return appliedInEditor(document, [stillSaving]);
  const now = await parts.disk.read(real, {
    maxBytes: Number.MAX_SAFE_INTEGER,
    signal: uninterrupted(),
  });
  if (!now.ok) return now;
  const { bytes, stamp } = now.value;
  const decoded = await parts.documents.decode(bytes, real);
  const shown = decoded?.text ?? '';
  const notes = shown === text ? [] : [changedOnSaving];
  return succeed({ text: shown, stamp, size: bytes.length, saved: true, notes });
}

/** Fails for a text that the encoding of the file cannot hold, and names the character. */
async function encodeExactly(
  { documents, show }: EditorFilesDeps,
  { real, text, as }: { readonly real: string; readonly text: string; readonly as: TextEncoding },
): Promise<Result<Uint8Array>> {
  const { bytes, lostAt } = await documents.encode(text, as);
  if (lostAt === undefined) return succeed(bytes);
  return fail(notEncodable(show(real), as.encoding, text, lostAt));
}
