import { failure, type Failure } from '../../core/contracts/failure';

export function badGlob(): Failure {
  return failure('validation', 'The glob is too long or has too many alternatives.', {
    suggestion: 'Use a simpler glob, or several calls.',
  });
}

/** A pattern is relative to its folder; anything else would match nothing, which helps nobody. */
export function globProblem(pattern: string): Failure | undefined {
  const leaves = pattern.split(/[\\/]/).includes('..');
  if (!leaves && !/^(?:[\\/]|[a-z]:[\\/])/i.test(pattern)) return undefined;
  return failure('validation', 'The glob must be relative to path and must not hold "..".', {
    suggestion: 'Give the folder in path and a glob such as src/**/*.ts in pattern.',
  });
}
