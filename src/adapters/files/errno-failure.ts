import { say, type Sentence } from '../../core/base/sentence';
import { classifyErrno } from '../../core/contracts/classify-cause';
import { failure, type Failure } from '../../core/contracts/failure';
import { errnoOf } from '../system/errno';

interface ErrnoText {
  readonly text: (shown: string | Sentence) => Sentence;
  readonly remedy?: string;
}

const findRemedy = 'Check the path with list_directory or find_path.';
const rightsRemedy =
  'Do not retry. Ask the user to change the permissions, or choose another file.';
const laterRemedy = 'Another program is using it. Ask the user to close it, then try again.';

const texts: Readonly<Record<string, ErrnoText>> = {
  ENOENT: { text: (shown) => say`No such file or folder: ${shown}`, remedy: findRemedy },
  EACCES: { text: (shown) => say`Permission denied: ${shown}`, remedy: rightsRemedy },
  EPERM: { text: (shown) => say`Operation not permitted: ${shown}`, remedy: rightsRemedy },
  EROFS: { text: (shown) => say`The file system is read-only: ${shown}`, remedy: rightsRemedy },
  EISDIR: {
    text: (shown) => say`This is a folder, not a file: ${shown}`,
    remedy: 'Use list_directory for a folder.',
  },
  ENOTDIR: {
    text: (shown) => say`A part of the path is a file, not a folder: ${shown}`,
    remedy: findRemedy,
  },
  EEXIST: {
    text: (shown) => say`This already exists: ${shown}`,
    remedy: 'Read it first, or choose another name.',
  },
  ENOTEMPTY: { text: (shown) => say`The folder is not empty: ${shown}` },
  ELOOP: {
    text: (shown) => say`Too many symbolic links, or a link loop: ${shown}`,
    remedy: findRemedy,
  },
  ENAMETOOLONG: {
    text: (shown) => say`The name is too long: ${shown}`,
    remedy: 'Choose a shorter name.',
  },
  EINVAL: {
    text: (shown) => say`The file system does not allow this name: ${shown}`,
    remedy: 'Choose a simpler name.',
  },
  EILSEQ: {
    text: (shown) => say`A name in this path is not valid UTF-8: ${shown}`,
    remedy: 'Use bash to access it.',
  },
  ENOSPC: {
    text: (shown) => say`No space is left on the disk: ${shown}`,
    remedy: 'Ask the user to free some space.',
  },
  EDQUOT: {
    text: (shown) => say`The disk quota is used up: ${shown}`,
    remedy: 'Ask the user to free some space.',
  },
  EFBIG: { text: (shown) => say`The file is too large for this file system: ${shown}` },
  EMFILE: {
    text: (shown) => say`Too many files are open: ${shown}`,
    remedy: 'Try again with fewer calls at once.',
  },
  ENFILE: {
    text: (shown) => say`Too many files are open: ${shown}`,
    remedy: 'Try again with fewer calls at once.',
  },
  EBUSY: { text: (shown) => say`The file is in use: ${shown}`, remedy: laterRemedy },
  ETXTBSY: { text: (shown) => say`The file is a running program: ${shown}`, remedy: laterRemedy },
  ENXIO: { text: (shown) => say`This is a device or a pipe, not a file: ${shown}` },
  EXDEV: { text: (shown) => say`The destination is on another file system: ${shown}` },
  EIO: {
    text: (shown) => say`The disk reported an error: ${shown}`,
    remedy: 'Ask the user to check the disk.',
  },
};

/** Turns a file system error into a failure. `shown` is the displayed path. */
export function errnoFailure(error: unknown, shown: string | Sentence): Failure {
  const code = errnoOf(error);
  const { text, remedy }: ErrnoText = texts[code] ?? {
    text: (path) =>
      code === ''
        ? say`The file system rejected the operation: ${path}`
        : say`The file system rejected the operation (${code}): ${path}`,
  };
  return failure('execution', text(shown), {
    category: classifyErrno(code),
    ...(remedy !== undefined && { suggestion: remedy }),
  });
}
