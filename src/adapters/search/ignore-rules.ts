import { compilePathGlob, type PathGlob } from '../../core/base/glob-path';

/** The rules of one ignore file, for paths relative to its folder. */
export interface IgnoreRules {
  /** Undefined when no rule speaks of the path. */
  judge(relative: string, isFolder: boolean): 'ignored' | 'kept' | undefined;
}

interface IgnoreRule {
  readonly glob: PathGlob;
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
}

/** Reads a `.gitignore`: the last rule that matches decides, `!` keeps, a final `/` means folders. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const rules = text
    .split(/\r?\n/)
    .map(parseRule)
    .filter((rule) => rule !== undefined)
    .reverse();
  return {
    judge: (relative, isFolder) => {
      const found = rules.find(
        (rule) => (isFolder || !rule.foldersOnly) && rule.glob.matches(relative),
      );
      return found && (found.keeps ? 'kept' : 'ignored');
    },
  };
}

function parseRule(line: string): IgnoreRule | undefined {
  const text = line.replace(/(?<!\\)\s+$/, '');
  if (text === '' || text.startsWith('#')) return undefined;
  const keeps = text.startsWith('!');
  const pattern = keeps ? text.slice(1) : text;
  const foldersOnly = pattern.endsWith('/');
  const body = foldersOnly ? pattern.slice(0, -1) : pattern;
  // Ignore files know no braces.
  const escaped = body.replace(/(?<!\\)[{}]/g, '\\$&');
  const glob = escaped === '' ? undefined : compilePathGlob(escaped, { ignoreCase: false });
  return glob && { glob, keeps, foldersOnly };
}
