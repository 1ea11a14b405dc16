import { cancelled, changed, writeProtected } from '../../adapters/files/refusals';
import { stampOf } from '../../adapters/files/scan-file';
import { isAborted } from '../../core/base/is-aborted';
import type { Failure } from '../../core/contracts/failure';
import type { PathState } from '../../core/contracts/file-changes';
import { fail, type Result, succeed } from '../../core/contracts/result';
import type { FileText, WriteOptions } from '../../core/ports/files';
import { encodeExactly } from './encode-exactly';
import { fitsBuffer } from './line-endings';
import type { EditorFilesDeps } from './parts';
import { writeInEditor, writeOnDisk } from './saved-write';
import type { OpenDocument, TextEncoding } from './types';
import { planUnsavedWrite } from './unsaved-write';
import type { AppliedWrite, PlannedText, WritePlan, WriteRequest } from './write-types';

/** Larger files are not replaced whole: nobody could look at what would be lost. */
const maxReplacedBytes = 64 * 1024 * 1024;

/**
 * Decides how a file is written: in its editor when it is open, on disk otherwise; encoding and byte
 * order mark stay. Refuses what does not fit, before anything is changed.
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

/** State and content of what would be replaced; fails for what is no regular file. */
async function imageBefore(
  { disk, show }: EditorFilesDeps,
  real: string,
  signal: AbortSignal,
): Promise<Result<PathState>> {
  const limits = { maxBytes: maxReplacedBytes, signal };
  const image = await disk.image(real, limits);
  if (!image.ok || image.value.kind === 'absent') return image;
  if (image.value.kind === 'file' && image.value.bytes !== undefined) return image;
  // Reading it says what is wrong with it.
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
