import { failure, type Failure } from '../../core/contracts/failure';

export function cancelled(): Failure {
  return failure('cancelled', 'The search was cancelled.');
}

export function tooSlow(limitMs: number): Failure {
  const seconds = String(Math.round(limitMs / 1000));
  // Trying the same again would take as long again: not the retryable category of a timeout.
  return failure('timeout', `The search was stopped after ${seconds} seconds.`, {
    category: 'permanent_failure',
    suggestion: 'Use a simpler pattern without nested repeats, or a narrower path or glob.',
  });
}

/** The pattern is at fault, in the words of the engine. */
export function badPattern(message: string): Failure {
  return failure('validation', message, {
    suggestion: 'Correct the regular expression; escape characters such as ( [ { . * + ? \\.',
  });
}
