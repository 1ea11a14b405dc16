import { say, type Sentence } from '../../core/base/sentence';
import { performance } from 'node:perf_hooks';
import { cachePerPattern } from '../../core/base/wildcard';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Patterns } from '../../core/ports/policy';
import { createWorkGuard } from './work-guard';

const maxPatternLength = 1024;
const maxTextLength = 100_000;
/** A busy machine must not cause a harmless search to be rejected. */
const usualSearchMs = 250;

/**
 * Regular expressions with limits: patterns of at most 1,024 characters, texts of at most 100,000,
 * `searchMs` milliseconds per search, and twice that for all searches of one turn of the event
 * loop, because a gate tries every rule on every argument of a call in one turn. Exceeding a limit
 * is a failure, never "no match", so that a rule fails closed. Leading `(?i)`, `(?m)` and `(?s)`
 * are supported.
 */
export function createPatterns(searchMs = usualSearchMs, now = processTime): Patterns {
  const compiled = cachePerPattern(compile);
  const guard = createWorkGuard(searchMs);
  const turn = createTurn(now);
  const turnMs = 2 * searchMs;
  return {
    search: (pattern, text) => {
      if (text.length > maxTextLength) return fail(tooLong(say`The text`, text, maxTextLength));
      const expression = compiled(pattern);
      if (!expression.ok) return expression;
      const leftMs = Math.ceil(turnMs - turn.spentMs());
      if (leftMs < 1) return fail(tooMuch(turnMs));
      const limitMs = Math.min(searchMs, leftMs);
      const found = turn.timed(() => guard(() => expression.value.test(text), limitMs));
      return found === undefined ? fail(tooSlow(limitMs)) : succeed(found);
    },
  };
}

/** Monotonic milliseconds. */
function processTime(): number {
  return performance.now();
}

/** Sums the time spent until the searching code yields. */
function createTurn(now: () => number) {
  let spentMs = 0;
  let isOpen = false;
  const close = (): void => {
    spentMs = 0;
    isOpen = false;
  };
  return {
    spentMs: () => spentMs,
    timed<T>(act: () => T): T {
      if (!isOpen) queueMicrotask(close);
      isOpen = true;
      const from = now();
      const value = act();
      spentMs += now() - from;
      return value;
    },
  };
}

function compile(pattern: string): Result<RegExp> {
  if (pattern.length > maxPatternLength) {
    return fail(tooLong(say`The regular expression`, pattern, maxPatternLength));
  }
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  // A search finds a match wherever it begins, so a leading `.*` only makes it quadratic.
  const source = pattern.slice(inline?.[0].length ?? 0).replace(/^\.\*\??(?![*+?{])/, '');
  try {
    return succeed(new RegExp(source, [...new Set(inline?.[1])].join('')));
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : say`it cannot be compiled`;
    return fail(failure('validation', say`The regular expression is not valid: ${why}`));
  }
}

function tooLong(what: Sentence, text: string, limit: number): Failure {
  const message = say`${what} has ${text.length} characters; at most ${limit} are searched.`;
  return failure('validation', message);
}

function tooMuch(turnMs: number): Failure {
  const limit = String(turnMs);
  return failure(
    'timeout',
    say`The regular expressions did not finish within ${limit} ms in total.`,
  );
}

function tooSlow(searchMs: number): Failure {
  return failure('timeout', say`The regular expression did not finish within ${searchMs} ms.`);
}
