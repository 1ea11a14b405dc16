import type { BigIntStats } from 'node:fs';
import { formatSize } from '../../core/base/wording';
import { failure, type Failure } from '../../core/contracts/failure';

/** Why files are left as they are. `shown` is the path as people know it. */

/** A failure for what is no regular file, by its type; undefined for a regular file. */
export function notRegular(stats: BigIntStats, shown: string): Failure | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) {
    return failure('execution', `This is a folder, not a file: ${shown}`, {
      suggestion: 'Use list_directory for a folder.',
    });
  }
  return failure('policy_denied', `This is ${typeOf(stats)}, not a regular file: ${shown}`);
}

/** For what is there and should be a folder. */
export function notFolder(shown: string): Failure {
  return failure('execution', `This is a file, not a folder: ${shown}`, {
    suggestion: 'Use read for a file, or choose another path.',
  });
}

/** Devices, pipes and sockets are neither opened nor copied nor replaced. */
export function special(stats: BigIntStats, shown: string): Failure {
  return failure('policy_denied', `This is ${typeOf(stats)}, which tools leave alone: ${shown}`);
}

function typeOf(stats: BigIntStats): string {
  if (stats.isSymbolicLink()) return 'a link';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

export function tooLarge(shown: string, bytes: bigint, maxBytes: number): Failure {
  const size = formatSize(Number(bytes));
  const message = `The file is too large (${size}, at most ${formatSize(maxBytes)}): ${shown}`;
  return failure('execution', message, {
    suggestion: "Use grep for the lines you need, or bash: sed -n '1,200p' FILE.",
  });
}

export function swapped(shown: string): Failure {
  return failure('policy_denied', `The path was replaced while it was being used: ${shown}`);
}

export function changed(shown: string): Failure {
  return failure('execution', `The file changed since it was read: ${shown}`, {
    suggestion: 'Read it again, then repeat the change on what it holds now.',
  });
}

export function vanished(shown: string): Failure {
  return failure('execution', `It was removed or renamed in the meantime: ${shown}`, {
    suggestion: 'Check the path with list_directory or find_path.',
  });
}

export function cancelled(shown: string, done = 'Nothing was done'): Failure {
  return failure('cancelled', `${done}: ${shown}`);
}

export function writeProtected(shown: string): Failure {
  return failure('execution', `The file is write-protected: ${shown}`, {
    category: 'policy_blocked',
    suggestion: 'Do not retry. Ask the user to make the file writable, or choose another file.',
  });
}

export function deniedBelow(shown: string): Failure {
  const message = `The file settings forbid a part of this folder, so it stays as it is: ${shown}`;
  return failure('policy_denied', message, {
    suggestion: 'Do not retry or look for another way to it. Name the allowed parts one by one.',
  });
}

export function ownFolder(shown: string): Failure {
  const message = `Gatehouse's own files and your settings of VS Code are not changed by tools: ${shown}`;
  return failure('policy_denied', message);
}

export function openFolderItself(shown: string): Failure {
  const message = `An open folder is not removed or moved, nor one above it: ${shown}`;
  return failure('policy_denied', message);
}

export function sameEntry(shown: string): Failure {
  return failure('execution', `Source and destination are the same: ${shown}`);
}

export function insideItself(shown: string): Failure {
  return failure('execution', `A folder cannot be moved or copied into itself: ${shown}`);
}

/** Only a file or link replaces a file or link. */
export function alreadyThere(shown: string, isFolder: boolean): Failure {
  const what = isFolder ? 'A folder is there already' : 'Something is there already';
  return failure('execution', `${what}, and a folder never replaces or is replaced: ${shown}`, {
    suggestion: 'Give the new path itself, with the new name at its end, or remove the old first.',
  });
}

export function partLeft(shown: string, leftAt: string): Failure {
  const message = `It stands at ${shown}, but the original was not removed wholly; the rest is at ${leftAt}`;
  return failure('execution', message, { suggestion: 'Remove the rest with delete_path.' });
}
