import { findBacktrackingLine } from '../../adapters/filters/redos-probe';
import type { FilterRule } from '../../core/contracts/filter-rule';
import { isObject } from '../../core/contracts/json';
import { compileExpression } from '../../core/filters/lines/patterns';
import { PatternError, translateRust } from '../../core/filters/lines/rust-regex';
import { invalidRuleReason } from '../../core/filters/filter-set';
import type { Clock } from '../../core/ports/system';
import { fieldPath, quoted } from './rule-issues';
import { shown, t } from '../window/language';

/** Why a rule cannot be used; undefined when it can. */
export type CheckRule = (rule: FilterRule) => Promise<string | undefined>;

/** For all rules of one file: the first filtered command waits for it. */
const fileMs = 5000;
const shownOfLine = 20;

/**
 * Checks the rules of one file: every regular expression must compile, and must not backtrack
 * without bound on lines written against it (003-safety-2).
 */
export function createRuleCheck(clock: Pick<Clock, 'monotonic'>): CheckRule {
  const until = clock.monotonic() + fileMs;
  return async (rule) => {
    for (const { path, pattern } of expressionsIn({ match: rule.match, strategy: rule.strategy })) {
      if (clock.monotonic() > until) return tooManyChecks();
      const fault = await faultOf(pattern);
      if (fault !== undefined) return fault(fieldPath(path));
    }
    return invalidRuleReason(rule);
  };
}

const tooManyChecks = () =>
  t('the rules before it took too long to check; correct or remove those');

/** What is wrong with an expression, as a sentence about its place. */
async function faultOf(pattern: string): Promise<((place: string) => string) | undefined> {
  let expression: RegExp;
  try {
    expression = compileExpression(translateRust(pattern));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const why = reasonOf(error);
    return (place) => t('{0} is not a valid regular expression: {1}', place, why);
  }
  const evil = await findBacktrackingLine(expression);
  if (evil === undefined) return undefined;
  const example = quoted(`${evil.slice(0, shownOfLine)}…`);
  return (place) =>
    t(
      '{0} can backtrack without bound, as on {1}: do not repeat a part that contains a repetition',
      place,
      example,
    );
}

function reasonOf(error: SyntaxError): string {
  return error instanceof PatternError
    ? shown(error.said)
    : error.message.replace(/^Invalid regular expression: [^]*\/[a-z]*: /, '');
}

/** A regular expression of a rule, and its position. */
interface RuleExpression {
  readonly path: readonly (string | number)[];
  readonly pattern: string;
}

/** Keys of regular expressions, alone or in a list. */
const expressionKey = /^(?:regex|(?:\w+_)?patterns?)$/;

/** Every regular expression below `value`, by the name of its key. */
function expressionsIn(
  value: unknown,
  path: RuleExpression['path'] = [],
  key = '',
): readonly RuleExpression[] {
  if (typeof value === 'string') {
    return expressionKey.test(key) ? [{ path, pattern: value }] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => expressionsIn(item, [...path, at], key));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    expressionsIn(item, [...path, name], name),
  );
}
