import { findBacktrackingLine } from '../../adapters/filters/probe-pattern';
import type { FilterRule } from '../../core/contracts/filter-rule';
import { compileExpression } from '../../core/filters/expression';
import { invalidRuleReason } from '../../core/filters/filter-set';
import type { Clock } from '../../core/ports/clock';
import { expressionsOf } from './rule-expressions';
import { fieldPath, quoted } from './rule-words';

/** Why a rule cannot be used; undefined when it can. */
export type CheckRule = (rule: FilterRule) => Promise<string | undefined>;

/** Milliseconds for all rules of one file: a command that is to be filtered waits for them. */
const fileMs = 5000;
const shownOfLine = 20;

/**
 * Checks the rules of one file: every regular expression must compile, and must not backtrack
 * without bound on lines written against it (003 Safety limits).
 */
export function createRuleCheck(clock: Pick<Clock, 'monotonic'>): CheckRule {
  const until = clock.monotonic() + fileMs;
  return async (rule) => {
    for (const { path, pattern } of expressionsOf(rule)) {
      if (clock.monotonic() > until) return tooManyChecks;
      const fault = await faultOf(pattern);
      if (fault !== undefined) return `${fieldPath(path)} ${fault}`;
    }
    return invalidRuleReason(rule);
  };
}

const tooManyChecks = 'the rules before it took too long to check; correct or remove those';

async function faultOf(pattern: string): Promise<string | undefined> {
  let expression: RegExp;
  try {
    expression = compileExpression(pattern);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const why = error.message.replace(/^Invalid regular expression: [^]*\/[a-z]*: /, '');
    return `is no valid regular expression: ${why}`;
  }
  const evil = await findBacktrackingLine(expression);
  if (evil === undefined) return undefined;
  return `can backtrack without bound, as on ${quoted(`${evil.slice(0, shownOfLine)}…`)}: let no repeated part hold another that matches the same`;
}
