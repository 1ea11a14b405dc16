import { matchesWildcard } from '../../base/wildcard';
import type { CallPath } from '../../contracts/calls/call-paths';
import type { GateCall } from '../../contracts/policy/define-gate';
import { matchesAddress } from './address-rule';
import { isRuleFor, type RuleVerdict } from '../../contracts/calls/decision';
import type { PathStyle } from '../../base/paths';
import { judgeCommand } from './judge-command';
import { runsAsEdit, withoutDefaultAsk } from './permission-level';
import { pathFit, type PathRuleStyle, pathForms } from './path-matching';
import {
  allowedBy,
  exactlyIf,
  findRules,
  joinLayers,
  strictest,
  tightening,
} from './permission-layers';

/**
 * What the permission rules say of a call: per tool, in order, the first match wins; no match asks.
 * They judge each sub-command of a command; else each address a call asks; else each path it reads,
 * writes or removes; else the call's text. The strictest answer wins (003-permissions-1).
 */
export function judgeByRules(call: GateCall, { separator, caseSensitive }: PathStyle): RuleVerdict {
  const style = { separator, ignoreCase: !caseSensitive };
  if (call.subject.command !== undefined) return judgeCommand(call, style);
  const [url, ...urls] = call.subject.urls ?? [];
  if (url !== undefined) {
    return strictest([judgeAddress(call, url), ...urls.map((each) => judgeAddress(call, each))]);
  }
  const [first, ...others] = pathsOf(call);
  if (first === undefined) return judgeText(call);
  const runs = runsAsEdit(call, { separator, caseSensitive });
  const judged = (path: CallPath): RuleVerdict => {
    const verdict = judgePath(call, path, style);
    return runs ? withoutDefaultAsk(verdict) : verdict;
  };
  return strictest([judged(first), ...others.map(judged), ...judgeBelow(call, style)]);
}

/** Each path once: a call that changes a file often also reads it. */
function pathsOf({ paths: { reads, writes, removes } }: GateCall): readonly CallPath[] {
  const alsoRead = (path: CallPath): boolean => reads.some(({ given }) => given === path.given);
  return [...reads, ...writes.filter((path) => !alsoRead(path)), ...removes];
}

function judgePath(call: GateCall, path: CallPath, style: PathRuleStyle): RuleVerdict {
  const forms = pathForms(path, { separator: style.separator, roots: call.paths.roots });
  const found = findRules(call, (rule) => pathFit(rule, forms, style));
  return joinLayers(found, (rule) => allowedBy(rule, call));
}

/** An ask or deny for an entry also applies to the folder that contains it. */
function judgeBelow(call: GateCall, style: PathRuleStyle): readonly RuleVerdict[] {
  const { paths, policy, tool } = call;
  const tightens = policy.permissions.some(
    (rule) => rule.action !== 'allow' && isRuleFor(rule, tool.id),
  );
  if (!tightens) return [];
  return paths.below.flatMap((path) => {
    const forms = pathForms(path, { separator: style.separator, roots: paths.roots });
    return tightening(findRules(call, (rule) => pathFit(rule, forms, style))) ?? [];
  });
}

function judgeAddress(call: GateCall, url: string): RuleVerdict {
  const found = findRules(call, (rule) => exactlyIf(matchesAddress(rule, url)));
  return joinLayers(found, (rule) => allowedBy(rule, call));
}

function judgeText(call: GateCall): RuleVerdict {
  const { text } = call.subject;
  const found = findRules(call, ({ pattern }) =>
    exactlyIf(matchesWildcard(pattern, text, { ignoreCase: true })),
  );
  return joinLayers(found, (rule) => allowedBy(rule, call));
}
