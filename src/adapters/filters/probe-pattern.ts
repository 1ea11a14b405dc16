import { setImmediate } from 'node:timers/promises';
import { adversarialLines } from './adversarial-lines';
import { createWorkGuard } from './work-guard';

/** Milliseconds for one line; a harmless pattern needs a fiftieth of it. */
const lineLimitMs = 25;
/** A busy machine must not turn a harmless pattern into a refusal. */
const maxAttempts = 3;

/**
 * The line that makes a regular expression backtrack without bound, cut short; undefined for a
 * harmless one. Tries it on lines written against it, with a time limit for each, and lets others
 * work in between: the host stands still for `lineMs` at most.
 */
export async function findBacktrackingLine(expression: RegExp): Promise<string | undefined> {
  const guard = createWorkGuard(lineLimitMs);
  const isQuick = (lines: readonly string[]): boolean =>
    guard(() => lines.map((line) => expression.test(line))) !== undefined;
  const lines = adversarialLines(expression.source, expression.flags);
  if (isQuick(lines)) return undefined;
  for (const line of lines) {
    let left = maxAttempts;
    while (left > 0 && !isQuick([line])) {
      left -= 1;
      await setImmediate();
    }
    if (left === 0) return line;
    await setImmediate();
  }
  return undefined;
}
