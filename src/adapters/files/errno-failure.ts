import { classifyErrno } from '../../core/contracts/classify-cause';
import { failure, type Failure } from '../../core/contracts/failure';
import { errnoOf } from '../system/errno';

interface ErrnoText {
  readonly text: string;
  readonly remedy?: string;
}

const findRemedy = 'Check the path with list_directory or find_path.';
const rightsRemedy =
  'Do not retry. Ask the user to change the permissions, or choose another file.';
const laterRemedy = 'Another program is using it. Ask the user to close it, then try again.';

/** The message is `<text>: <path>`. */
const texts: Readonly<Record<string, ErrnoText>> = {
  ENOENT: { text: 'No such file or folder', remedy: findRemedy },
  EACCES: { text: 'Permission denied', remedy: rightsRemedy },
  EPERM: { text: 'Operation not permitted', remedy: rightsRemedy },
  EROFS: { text: 'The file system is read-only', remedy: rightsRemedy },
  EISDIR: { text: 'This is a folder, not a file', remedy: 'Use list_directory for a folder.' },
  ENOTDIR: { text: 'A part of the path is a file, not a folder', remedy: findRemedy },
  EEXIST: { text: 'This already exists', remedy: 'Read it first, or choose another name.' },
  ENOTEMPTY: { text: 'The folder is not empty' },
  ELOOP: { text: 'Too many symbolic links, or a link loop', remedy: findRemedy },
  ENAMETOOLONG: { text: 'The name is too long', remedy: 'Choose a shorter name.' },
  EINVAL: { text: 'The file system does not allow this name', remedy: 'Choose a simpler name.' },
  EILSEQ: { text: 'A name in this path is not valid UTF-8', remedy: 'Use bash to access it.' },
  ENOSPC: { text: 'No space is left on the disk', remedy: 'Ask the user to free some space.' },
  EDQUOT: { text: 'The disk quota is used up', remedy: 'Ask the user to free some space.' },
  EFBIG: { text: 'The file is too large for this file system' },
  EMFILE: { text: 'Too many files are open', remedy: 'Try again with fewer calls at once.' },
  ENFILE: { text: 'Too many files are open', remedy: 'Try again with fewer calls at once.' },
  EBUSY: { text: 'The file is in use', remedy: laterRemedy },
  ETXTBSY: { text: 'The file is a running program', remedy: laterRemedy },
  ENXIO: { text: 'This is a device or a pipe, not a file' },
  EXDEV: { text: 'The destination is on another file system' },
  EIO: { text: 'The disk reported an error', remedy: 'Ask the user to check the disk.' },
};

/** Turns a file system error into a failure. `shown` is the displayed path. */
export function errnoFailure(error: unknown, shown: string): Failure {
  const code = errnoOf(error);
  const { text, remedy }: ErrnoText = texts[code] ?? {
    text: `The file system rejected the operation (${code || 'unknown error'})`,
  };
  return failure('execution', `${text}: ${shown}`, {
    category: classifyErrno(code),
    ...(remedy !== undefined && { suggestion: remedy }),
  });
}
