import { succeed } from '../../contracts/result';
import type { LocatedPath, NamedPath } from '../../contracts/call-paths';
import type { Verdict } from '../../contracts/decision';
import type { GateCall } from '../../contracts/define-gate';
import type { ShellPart, ShellPath } from '../../contracts/shell-reading';
import { pathFit, type PathRuleStyle } from './path-fit';
import { pathForms } from './path-forms';
import { findRules, strictest, tightening } from './permission-layers';

export type NamedStyle = PathRuleStyle;

export interface NamedPathContext {
  readonly call: GateCall;
  readonly style: NamedStyle;
}

/**
 * Judges the paths a sub-command names as the file tools would be judged (security 3.2 steps 9 and
 * 12): the deny list denies, what lies outside the workspace asks, and so does every write by a
 * redirection. Undefined when there is nothing to say.
 */
export function judgeNamed(
  { paths }: ShellPart,
  named: ReadonlyMap<string, NamedPath>,
  { call, style }: NamedPathContext,
): Verdict | undefined {
  const verdicts = paths.flatMap((path) => {
    return judgeOne(path, named.get(path.given), { call, style }) ?? [];
  });
  const [first, ...others] = verdicts;
  return first === undefined ? undefined : strictest([first, ...others]);
}

function judgeOne(
  path: ShellPath,
  named: NamedPath | undefined,
  ground: NamedPathContext,
): Verdict | undefined {
  const { given, certain } = path;
  if (named?.resolved.ok !== true) {
    const why = named?.resolved.ok === false ? named.resolved.failure.message : 'it names too many paths';
    return certain ? ask(`it cannot be known where ${given} leads: ${why}`) : undefined;
  }
  const located = named.resolved.value;
  // A word that may be a path is one when there is such a file.
  if (!certain && !located.exists) return undefined;
  if (located.forbidden) return forbidden(given, certain);
  if (located.root === undefined) return ask(`${given} lies outside the workspace`);
  return judgeInside(path, { ...located, root: located.root }, ground);
}

function ask(reason: string): Verdict {
  return { verdict: 'ask', reason };
}

function forbidden(given: string, certain: boolean): Verdict {
  const reason = `the file settings forbid ${given}`;
  return certain ? { verdict: 'deny', errorCode: 'policy_denied', reason } : ask(reason);
}

type Inside = LocatedPath & { readonly root: string };

/** The rules of the tool that reads or writes files; only what tightens counts. */
function judgeInside(
  path: ShellPath,
  located: Inside,
  { call, style }: NamedPathContext,
): Verdict | undefined {
  const { given, access, redirected } = path;
  const tool = { id: access === 'write' ? 'core__write' : 'core__read' };
  const { asked, real, exists, root } = located;
  const resolved = { given, resolved: succeed({ asked, real, exists, root }) };
  const forms = pathForms(resolved, { separator: style.separator, roots: call.paths.roots });
  const { policy } = call;
  const found = findRules({ policy, tool }, (rule) => pathFit(rule, forms, style));
  const verdict = tightening(found);
  if (verdict?.verdict === 'deny') return verdict;
  if (redirected && access === 'write') return ask(`it writes ${given} by a redirection`);
  return access === 'read' ? verdict : undefined;
}
