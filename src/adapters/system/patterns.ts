import { performance } from 'node:perf_hooks';
import { createContext, Script, type Context } from 'node:vm';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Patterns } from '../../core/ports/policy';

const maxPatternLength = 1024;
const maxTextLength = 100_000;
/** A busy machine must not cause a harmless search to be rejected. */
const usualSearchMs = 250;
const keptExpressions = 64;

/**
 * Regular expressions with limits: patterns of at most 1,024 characters, texts of at most 100,000,
 * `searchMs` milliseconds per search, and twice that for all searches of one turn of the event
 * loop, because a gate tries every rule on every argument of a call in one turn. Exceeding a limit
 * is a failure, never "no match", so that a rule fails closed. Leading `(?i)`, `(?m)` and `(?s)`
 * are supported.
 */
export function createPatterns(searchMs = usualSearchMs, now = processTime): Patterns {
  const compiled = keepLast(compile);
  const run = boundedSearch();
  const turn = createTurn(now);
  const turnMs = 2 * searchMs;
  return {
    search: (pattern, text) => {
      if (text.length > maxTextLength) return fail(tooLong('The text', text, maxTextLength));
      const expression = compiled(pattern);
      if (!expression.ok) return expression;
      const leftMs = Math.ceil(turnMs - turn.spentMs());
      if (leftMs < 1) return fail(tooMuch(turnMs));
      const limitMs = Math.min(searchMs, leftMs);
      return turn.timed(() => run(expression.value, text, limitMs));
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
    return fail(tooLong('The regular expression', pattern, maxPatternLength));
  }
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  // A search finds a match wherever it begins, so a leading `.*` only makes it quadratic.
  const source = pattern.slice(inline?.[0].length ?? 0).replace(/^\.\*\??(?![*+?{])/, '');
  try {
    return succeed(new RegExp(source, [...new Set(inline?.[1])].join('')));
  } catch (error) {
    const why = error instanceof SyntaxError ? error.message : 'it cannot be compiled';
    return fail(failure('validation', `The regular expression is not valid: ${why}`));
  }
}

/** The engine checks the time while it backtracks, but only inside a script with a time limit. */
function boundedSearch(): (expression: RegExp, text: string, limitMs: number) => Result<boolean> {
  const script = new Script('expression.test(text)');
  const slots = { expression: /(?:)/, text: '' };
  let context: Context | undefined;
  return (expression, text, limitMs) => {
    context ??= createContext(slots);
    slots.expression = expression;
    slots.text = text;
    try {
      return succeed(script.runInContext(context, { timeout: limitMs }) === true);
    } catch {
      // Either the time limit or an engine limit: the answer is unknown.
      return fail(tooSlow(limitMs));
    } finally {
      slots.text = '';
    }
  };
}

/** Caches the results for the most recent patterns. */
function keepLast<T>(make: (pattern: string) => T): (pattern: string) => T {
  const kept = new Map<string, T>();
  return (pattern) => {
    const value = kept.get(pattern) ?? make(pattern);
    kept.delete(pattern);
    kept.set(pattern, value);
    const [oldest] = kept.keys();
    if (kept.size > keptExpressions && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}

function tooLong(what: string, text: string, limit: number): Failure {
  const message = `${what} has ${String(text.length)} characters; at most ${String(limit)} are searched.`;
  return failure('validation', message);
}

function tooMuch(turnMs: number): Failure {
  const limit = String(turnMs);
  return failure('timeout', `The regular expressions did not finish within ${limit} ms in total.`);
}

function tooSlow(searchMs: number): Failure {
  return failure('timeout', `The regular expression did not finish within ${String(searchMs)} ms.`);
}
