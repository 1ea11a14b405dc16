import type { PathState } from '../../core/contracts/file-changes';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { FileText, TextCodec, TextEncoding, WriteOptions } from '../../core/ports/files';
import { isAborted } from '../../core/base/async';
import type { DiskAccess, GuardedTarget } from './disk-access';
import { cancelled, changed, notEncodable, writeProtected } from './file-refusals';
import { pathStateAt } from './path-state';
import { readWhole, stampOf } from './scan-file';
import { writeFile } from './write-file';

export interface WriteRequest extends Pick<WriteOptions, 'expect' | 'signal'> {
  /** The whole new text. */
  readonly text: string;
}

/** A write that is possible, and what it would change. */
export interface WritePlan {
  readonly before: PathState;
  /** Null for a new file and for a file that was not text. */
  readonly oldText: string | null;
  /** Stamp of what it would hold. */
  readonly stamp: string;
  readonly apply: (signal: AbortSignal) => Promise<Result<AppliedWrite>>;
}

export interface AppliedWrite {
  readonly text: string;
  readonly stamp: string;
  readonly size: number;
  /** False if it is in an editor, unsaved. */
  readonly saved: boolean;
  readonly notes: readonly string[];
}

/** A write to the disk. */
export interface DiskWritePlan extends WritePlan {
  /** Undefined for a new file and for a file that is not text. */
  readonly old: FileText | undefined;
  /** Without byte order mark. */
  readonly text: string;
}

/** Larger files are not replaced whole: the loss could not be reviewed. */
const maxReplacedBytes = 64 * 1024 * 1024;

interface PlanDeps {
  readonly disk: DiskAccess;
  readonly codec: TextCodec;
}

/** Keeps encoding and byte order mark; refuses what does not fit. Rejects with the errno. */
export async function planWriteOnDisk(
  { disk, codec }: PlanDeps,
  at: GuardedTarget,
  request: WriteRequest,
): Promise<Result<DiskWritePlan>> {
  const { signal } = request;
  const state = await stateToReplace(disk, at, signal);
  if (!state.ok) return state;
  if (isAborted(signal)) return fail(cancelled(at.shown));
  const before = state.value;
  const { real } = at.resolved;
  const kept = before.kind === 'file' ? before.bytes : undefined;
  const old = kept && (await codec.decode(kept, real));
  const refused = refusal(before, old, request.expect, at.shown);
  if (refused !== undefined) return fail(refused);
  const text = withoutMark(request.text);
  const as = old ?? (await newEncoding(codec, real, request.text));
  const encoded = await encodeExactly(codec, { text, as, shown: at.shown });
  if (!encoded.ok) return encoded;
  const bytes = encoded.value;
  const expect = before.kind === 'file' ? { stamp: before.stamp } : { absent: true as const };
  return succeed({
    before,
    old,
    oldText: old?.text ?? null,
    text,
    stamp: stampOf(bytes),
    // Temporary file and rename, unless the checked file was replaced meanwhile.
    apply: async (stop) => {
      const written = await writeFile(disk, at, bytes, { expect, signal: stop });
      if (!written.ok) return written;
      const { stamp } = written.value;
      return succeed({ text, stamp, size: bytes.length, saved: true, notes: [] });
    },
  });
}

export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** State and content of the file to replace; fails when it is not a regular file. */
export async function stateToReplace(
  disk: DiskAccess,
  at: GuardedTarget,
  signal: AbortSignal,
): Promise<Result<PathState>> {
  const limits = { maxBytes: maxReplacedBytes, signal };
  const state = await pathStateAt(disk, at, limits);
  if (!state.ok || state.value.kind === 'absent') return state;
  if (state.value.kind === 'file' && state.value.bytes !== undefined) return state;
  // Reading it gives the reason.
  const read = await readWhole(disk, at, limits);
  return read.ok ? fail(changed(at.shown)) : read;
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
async function newEncoding(codec: TextCodec, real: string, text: string): Promise<TextEncoding> {
  const { encoding, byteOrderMark } = await codec.encodingFor(real);
  return { encoding, byteOrderMark: byteOrderMark || text.startsWith('\uFEFF') };
}

/** Fails for a text that the encoding of the file cannot hold, and names the character. */
export async function encodeExactly(
  codec: TextCodec,
  { text, as, shown }: { readonly text: string; readonly as: TextEncoding; readonly shown: string },
): Promise<Result<Uint8Array>> {
  const { bytes, lostAt } = await codec.encode(text, as);
  return lostAt === undefined
    ? succeed(bytes)
    : fail(notEncodable(shown, as.encoding, text, lostAt));
}
