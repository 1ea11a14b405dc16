import type { PathState } from '../../core/contracts/file-changes';
import { type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { FileText, TextCodec, TextEncoding, WriteOptions } from '../../core/ports/files';
import { isAborted } from '../../core/base/async';
import type { DiskAccess, GuardedTarget } from './disk-access';
import {
  cancelled,
  changed,
  notEncodable,
  notRegular,
  tooLarge,
  writeProtected,
} from './file-refusals';
import { lookAt, stateWith, type FileState, type LookedAt } from './path-state';
import { replaceState } from './replace-state';

export interface WriteRequest extends Pick<WriteOptions, 'expect' | 'signal'> {
  /** The whole new text. */
  readonly text: string;
}

/** A write that is possible, and what it would change. */
export interface WritePlan {
  readonly before: PathState;
  /** Null for a new file and for a file that was not text. */
  readonly oldText: string | null;
  readonly intended: FileState;
  /** May begin at once, and changes nothing before `recorded` has resolved. */
  readonly apply: (
    signal: AbortSignal,
    recorded: Promise<unknown>,
  ) => Promise<Result<AppliedWrite>>;
}

export interface AppliedWrite {
  readonly text: string;
  /** The file with its content. */
  readonly after: FileState;
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
  const { state: before, stats } = state.value;
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
  const intended = stateWith(bytes, before, -1);
  return succeed({
    before,
    old,
    oldText: old?.text ?? null,
    text,
    intended,
    // Temporary file and rename, unless the checked file was replaced meanwhile.
    apply: async (stop, recorded) => {
      // Without its folder, there is nothing to prepare that is no change.
      if (before.kind !== 'file') await recorded;
      const write = { seen: stats, recorded };
      const image = { ...intended, bytes };
      const made = await replaceState(disk, at, image, { expect: before, signal: stop, write });
      if (!made.ok) return made;
      const after = { ...image, mode: made.value };
      return succeed({ text, after, saved: true, notes: [] });
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
): Promise<Result<LookedAt>> {
  const limits = { maxBytes: maxReplacedBytes, signal };
  const looked = await lookAt(disk, at, limits);
  if (!looked.ok) return looked;
  const { state, stats } = looked.value;
  if (stats === undefined || (state.kind === 'file' && state.bytes !== undefined)) return looked;
  const { shown } = at;
  return fail(notRegular(stats, shown) ?? tooLarge(shown, Number(stats.size), maxReplacedBytes));
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
