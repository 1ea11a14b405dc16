import { isReadablePathPattern } from '../../core/base/path-pattern';
import { canonicalToolName } from '../policy/tool-names';
import { firstIssue, atPath, type ValueIssue } from './faults';

/** Its patterns are no globs: a brace is a letter. */
export const commandTool = canonicalToolName('bash');

const tooManyPatterns = 'The pattern stands for too many others; write it with fewer braces';

/** A glob that stands for too many others is tried on no path: its deny would be none. */
export function checkGlobs(globs: readonly string[]): ValueIssue | undefined {
  return firstIssue(globs.entries(), ([at, glob]) =>
    isReadablePathPattern(glob) ? undefined : { path: [at], message: tooManyPatterns },
  );
}

/** The patterns of each tool, as a workspace writes them. */
export function checkToolPatterns(
  patterns: Readonly<Record<string, readonly string[]>>,
): ValueIssue | undefined {
  return firstIssue(Object.entries(patterns), ([tool, list]) =>
    atPath(tool, checkPatternsOf(tool, list)),
  );
}

export function checkPatternsOf(tool: string, patterns: readonly string[]): ValueIssue | undefined {
  return canonicalToolName(tool) === commandTool ? undefined : checkGlobs(patterns);
}
