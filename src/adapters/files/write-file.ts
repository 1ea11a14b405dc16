import { randomBytes } from 'node:crypto';
import { constants, type BigIntStats } from 'node:fs';
import { access, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { failure, type Failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { ResolvedPath } from '../../core/contracts/call-paths';
import type { WriteOptions, WrittenFile } from '../../core/ports/files';
import { errnoOf } from './errno-failure';
import { readRegularFile, stampOf, statOrMissing, swapped, type RegularFile } from './regular-file';
import { isStillCanonical } from './same-place';

/** Larger files are not replaced: their text before could not be kept for diff and undo. */
const maxReplacedBytes = 10 * 1024 * 1024;

export interface WriteTarget {
  readonly resolved: ResolvedPath;
  /** The path as people know it. */
  readonly shown: string;
}

/**
 * Replaces or creates the file at a canonical path. A reader sees the old text or the new one, never
 * half of it; a crash leaves at most a temporary file. Rejects with the errno.
 */
export async function writeFileSafely(
  target: WriteTarget,
  text: string,
  options: WriteOptions,
): Promise<Result<WrittenFile>> {
  const { real } = target.resolved;
  const before = await readBefore(target, options);
  if (!before.ok) return before;
  const old = before.value;
  const oldText = old === undefined ? null : Buffer.from(old.bytes).toString('utf8');
  const unexpected = checkExpected(oldText, options.expect, target.shown);
  if (unexpected !== undefined) return fail(unexpected);

  const folder = path.dirname(real);
  await mkdir(folder, { recursive: true });
  if (!(await isStillCanonical(folder))) return fail(swapped(target.shown));
  const temporary = path.join(folder, `.gatehouse-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const bytes = Buffer.from(text, 'utf8');
    await writeTemporary(temporary, bytes, old?.stats);
    const late = await lateRefusal(target, old, options);
    if (late !== undefined) return fail(late);
    await rename(temporary, real);
    return succeed({ real, bytes: bytes.length, oldText, stamp: stampOf(bytes) });
  } finally {
    await rm(temporary, { force: true });
  }
}

async function readBefore(
  { resolved, shown }: WriteTarget,
  { signal }: WriteOptions,
): Promise<Result<RegularFile | undefined>> {
  if (!resolved.exists) return succeed(undefined);
  const old = await readRegularFile(resolved.real, shown, { maxBytes: maxReplacedBytes, signal });
  if (!old.ok) return old;
  // A rename needs no right to the file itself, so its write protection is checked here.
  if ((old.value.stats.mode & 0o222n) === 0n) return fail(writeProtected(shown));
  await access(resolved.real, constants.W_OK);
  return old;
}

function checkExpected(
  oldText: string | null,
  expect: WriteOptions['expect'],
  shown: string,
): Failure | undefined {
  if ('any' in expect) return undefined;
  if ('text' in expect) return oldText === expect.text ? undefined : changed(shown);
  return oldText === null ? undefined : changed(shown);
}

/** Writes and flushes; the mode and owner are those of the file that will be replaced. */
async function writeTemporary(
  temporary: string,
  bytes: Uint8Array,
  old: BigIntStats | undefined,
): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(temporary, flags, old === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (old !== undefined) await keepRights(handle, old);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function keepRights(handle: FileHandle, old: BigIntStats): Promise<void> {
  const fresh = await handle.stat({ bigint: true });
  if (fresh.uid !== old.uid || fresh.gid !== old.gid) {
    try {
      await handle.chown(Number(old.uid), Number(old.gid));
    } catch (error) {
      // Only an administrator may give a file away; the content still belongs where it was asked.
      if (errnoOf(error) !== 'EPERM') throw error;
    }
  }
  await handle.chmod(Number(old.mode & 0o7777n));
}

/** What may have happened since the first look: cancelled, changed, or a file put there. */
async function lateRefusal(
  { resolved, shown }: WriteTarget,
  old: RegularFile | undefined,
  { signal }: WriteOptions,
): Promise<Failure | undefined> {
  if (signal.aborted) return failure('cancelled', `Nothing was written: ${shown}`);
  if (!(await isStillCanonical(path.dirname(resolved.real)))) return swapped(shown);
  const now = await statOrMissing(resolved.real);
  return isSameState(old?.stats, now) ? undefined : changed(shown);
}

function isSameState(before: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
  if (before === undefined || now === undefined) return before === now;
  return before.ino === now.ino && before.dev === now.dev && before.mtimeNs === now.mtimeNs;
}

function changed(shown: string): Failure {
  return failure('execution', `The file changed since it was read: ${shown}`, {
    suggestion: 'Read it again, then repeat the change on what it holds now.',
  });
}

function writeProtected(shown: string): Failure {
  return failure('execution', `The file is write-protected: ${shown}`, {
    category: 'policy_blocked',
    suggestion: 'Do not retry. Ask the user to make the file writable, or choose another file.',
  });
}
