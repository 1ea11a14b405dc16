import type { BigIntStats } from 'node:fs';
import { encodingName } from '../../core/base/encoding';
import { escapeControlInline } from '../../core/base/escape-control';
import { say, type Sentence } from '../../core/base/sentence';
import { sizeOf } from '../../core/base/wording';
import { failure, type Failure } from '../../core/contracts/failure';

/** Reasons why files are not changed. `shown` is the displayed path. */

/** A failure for anything but a regular file, by its type; undefined for a regular file. */
export function notRegular(stats: BigIntStats, shown: string): Failure | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) {
    return failure('execution', say`This is a folder, not a file: ${shown}`, {
      suggestion: 'Use list_directory for a folder.',
    });
  }
  return special(stats, shown);
}

/** A failure for a path that should be a folder. */
export function notFolder(shown: string): Failure {
  return failure('execution', say`This is a file, not a folder: ${shown}`, {
    suggestion: 'Use read for a file, or choose another path.',
  });
}

/** Devices, pipes and sockets are never opened, copied or replaced. */
export function special(stats: BigIntStats, shown: string): Failure {
  return failure('policy_denied', typeOf(stats, shown));
}

function typeOf(stats: BigIntStats, shown: string): Sentence {
  if (stats.isSymbolicLink()) return say`This is a link, not a regular file: ${shown}`;
  if (stats.isFIFO()) return say`This is a pipe, not a regular file: ${shown}`;
  if (stats.isSocket()) return say`This is a socket, not a regular file: ${shown}`;
  return say`This is a device, not a regular file: ${shown}`;
}

export function tooLarge(shown: string, bytes: number, maxBytes: number): Failure {
  const message = say`The file is too large (${sizeOf(bytes)}, at most ${sizeOf(maxBytes)}): ${shown}`;
  return failure('execution', message, {
    suggestion: "Use grep for the lines you need, or bash: sed -n '1,200p' FILE.",
  });
}

export function swapped(shown: string): Failure {
  return failure('policy_denied', say`The path was replaced while it was being used: ${shown}`);
}

export function changed(shown: string): Failure {
  return failure('execution', say`The file changed since it was read: ${shown}`, {
    suggestion: 'Read it again, then apply the change to its current content.',
  });
}

export function vanished(shown: string): Failure {
  return failure('execution', say`It was removed or renamed meanwhile: ${shown}`, {
    suggestion: 'Check the path with list_directory or find_path.',
  });
}

export function cancelled(shown: string, done = say`Nothing was done: ${shown}`): Failure {
  return failure('cancelled', done);
}

export function hasUnsavedChanges(shown: string): Failure {
  return failure(
    'execution',
    say`${shown} has unsaved changes in an editor, so it was not changed.`,
    {
      suggestion: 'Ask the user to save or discard them, then read the file again.',
    },
  );
}

export function writeProtected(shown: string): Failure {
  return failure('execution', say`The file is write-protected: ${shown}`, {
    category: 'policy_blocked',
    suggestion: 'Do not retry. Ask the user to make the file writable, or choose another file.',
  });
}

export function deniedBelow(shown: string): Failure {
  const message = say`The file settings deny access to part of this folder, so it was not changed: ${shown}`;
  return failure('policy_denied', message, {
    suggestion: 'Do not retry or look for a workaround. Name the allowed parts one by one.',
  });
}

export function ownFolder(shown: string): Failure {
  const message = say`Tools cannot change Gatehouse's own files or VS Code settings: ${shown}`;
  return failure('policy_denied', message);
}

export function openFolderItself(shown: string): Failure {
  const message = say`Open folders and their parent folders cannot be moved or removed: ${shown}`;
  return failure('policy_denied', message);
}

export function sameEntry(shown: string): Failure {
  return failure('execution', say`Source and destination are the same: ${shown}`);
}

export function insideItself(shown: string): Failure {
  return failure('execution', say`A folder cannot be moved or copied into itself: ${shown}`);
}

/** Only a file or link may replace a file or link. */
export function alreadyThere(shown: string, isFolder: boolean): Failure {
  const message = isFolder
    ? say`A folder already exists there, and folders cannot replace or be replaced: ${shown}`
    : say`Something already exists there, and folders cannot replace or be replaced: ${shown}`;
  return failure('execution', message, {
    suggestion: 'Give the full new path including the new name, or remove the existing item first.',
  });
}

export function partLeft(shown: string, leftAt: string): Failure {
  const message = say`It is now at ${shown}, but the original was not removed completely; the rest is at ${leftAt}`;
  return failure('execution', message, { suggestion: 'Remove the rest with delete_path.' });
}

export function changedMeanwhile(shown: string): Failure {
  return failure('execution', say`It was changed meanwhile, so it was left as it is: ${shown}`, {
    suggestion: 'Check it again first.',
  });
}

/** Names the character, so that another can be chosen. */
export function notEncodable(shown: string, encoding: string, text: string, at: number): Failure {
  const code = text.codePointAt(at) ?? 0;
  const line = text.slice(0, at).split(/\r\n|\r|\n/).length;
  const character = escapeControlInline(String.fromCodePoint(code));
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return failure(
    'validation',
    say`The file is ${encodingName(encoding)}, which has no character ${character} (${name}, line ${String(line)}): ${shown}`,
    { suggestion: 'Use other characters, or ask the user to change the encoding.' },
  );
}
