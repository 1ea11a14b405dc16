import { isReadablePathPattern } from '../../core/base/path-pattern';
import { canonicalToolName } from '../policy/tool-names';
import { firstFault, within, type ValueFault } from './faults';

/** Its patterns are no globs: a brace is a letter. */
export const commandTool = canonicalToolName('bash');

const tooManyPatterns = 'The pattern stands for too many others; write it with fewer braces';

/** A glob that stands for too many others is tried on no path: its deny would be none. */
export function checkGlobs(globs: readonly string[]): ValueFault | undefined {
  return firstFault(globs.entries(), ([at, glob]) =>
    isReadablePathPattern(glob) ? undefined : { path: [at], message: tooManyPatterns },
  );
}

/** The patterns of each tool, as a workspace writes them. */
export function checkToolPatterns(
  patterns: Readonly<Record<string, readonly string[]>>,
): ValueFault | undefined {
  return firstFault(Object.entries(patterns), ([tool, list]) =>
    within(tool, checkPatternsOf(tool, list)),
  );
}

export function checkPatternsOf(tool: string, patterns: readonly string[]): ValueFault | undefined {
  return canonicalToolName(tool) === commandTool ? undefined : checkGlobs(patterns);
}
