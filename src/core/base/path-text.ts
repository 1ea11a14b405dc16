import { say, type Sentence } from './sentence';

import type { Separator } from './paths';

/** The reason that a text cannot name a file here. */
export interface PathTextProblem {
  /** True when the text tries to leave the file system that the sandbox guards. */
  readonly blocked: boolean;
  readonly message: Sentence;
  readonly remedy: string;
}

const relativeRemedy = 'Use a path relative to the workspace folder, such as src/main.ts.';

interface TextRule {
  readonly blocked: boolean;
  readonly message: Sentence;
  readonly applies: (path: string) => boolean;
}

const maxLength = 4096;

const everywhere: readonly TextRule[] = [
  { blocked: false, message: say`The path is empty.`, applies: (path) => path.trim() === '' },
  {
    blocked: false,
    message: say`The path is longer than any file system allows.`,
    applies: (path) => path.length > maxLength,
  },
  {
    blocked: false,
    message: say`The path holds a NUL or broken Unicode.`,
    applies: (path) => path.includes('\0') || /\p{Surrogate}/u.test(path),
  },
  {
    blocked: true,
    message: say`Network paths are not allowed.`,
    applies: (path) => /^\\\\/.test(path),
  },
  {
    blocked: false,
    message: say`This is a URI, not a path.`,
    applies: (path) => /^[a-z][a-z0-9+.-]+:\/\//i.test(path) || /^(?:file|data):/i.test(path),
  },
  {
    blocked: false,
    message: say`~ is not expanded.`,
    applies: (path) => /^~(?:$|[\\/])/.test(path),
  },
];

const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:$|[.\s])/i;

const windowsOnly: readonly TextRule[] = [
  {
    blocked: true,
    message: say`Network paths are not allowed.`,
    applies: (path) => /^[\\/]{2}/.test(path),
  },
  {
    blocked: true,
    message: say`A path with a drive must be absolute, such as C:\\folder.`,
    applies: (path) => /^[a-z]:(?![\\/])/i.test(path) || /^[\\/]/.test(path),
  },
  {
    blocked: true,
    message: say`The path names a device or a second stream of a file.`,
    applies: (path) =>
      withoutDrive(path).includes(':') || segments(path).some((name) => deviceName.test(name)),
  },
  {
    blocked: true,
    message: say`Windows drops the dots and blanks at the end of a name, so it would mean another file.`,
    applies: (path) => segments(path).some((name) => /[. ]$/.test(name) && !/^\.{1,2}$/.test(name)),
  },
  {
    blocked: false,
    message: say`The path holds a character that Windows does not allow in names.`,
    applies: (path) => /[<>"|?*\u0001-\u001f]/.test(path),
  },
];

/**
 * Says why a text is no path that the sandbox can judge: NUL, URI, network path, device name. Such
 * a text is refused before any file is touched (000-files-2). Undefined is fine.
 */
export function classifyPathText(path: string, separator: Separator): PathTextProblem | undefined {
  const rules = separator === '/' ? everywhere : [...everywhere, ...windowsOnly];
  const rule = rules.find(({ applies }) => applies(path));
  return rule && { blocked: rule.blocked, message: rule.message, remedy: relativeRemedy };
}

function segments(path: string): string[] {
  return withoutDrive(path).split(/[\\/]/);
}

function withoutDrive(path: string): string {
  return path.replace(/^[a-z]:/i, '');
}
