import { matchesWildcard } from '../base/wildcard';
import type { CallPath } from '../contracts/calls/call-paths';
import { defineGate, type GateCall } from '../contracts/policy/define-gate';
import { isRuleFor, type RuleVerdict } from '../contracts/calls/decision';
import type { PathStyle } from '../base/paths';
import type { Capabilities } from '../ports/capabilities';
import { judgeCommand } from './rules/judge-command';
import { askedByLevel, runsAsEdit, withoutDefaultAsk } from './rules/permission-level';
import { pathFit, type PathRuleStyle, pathForms } from './rules/path-matching';
import {
  allowedBy,
  exactlyIf,
  findRules,
  joinLayers,
  strictest,
  tightening,
} from './rules/permission-layers';

/**
 * The permission rules (003-permissions-1): per tool, in order, the first match wins; no match
 * asks. They judge each sub-command of a command; else each path a call reads, writes or removes;
 * else the call's text. The strictest answer wins; then the permission level of the chat chooses
 * between ask and allow (decision 58).
 */
export default defineGate<Capabilities>()({
  name: 'permission-rules',
  slot: 'permission-rules',
  needs: ['workspace'],
  check: (call, { workspace }): RuleVerdict => {
    const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
    return askedByLevel(judge(call, style), call);
  },
});

function judge(call: GateCall, { separator, caseSensitive }: PathStyle): RuleVerdict {
  const style = { separator, ignoreCase: !caseSensitive };
  if (call.subject.command !== undefined) return judgeCommand(call, style);
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

function judgeText(call: GateCall): RuleVerdict {
  const { text } = call.subject;
  const found = findRules(call, ({ pattern }) =>
    exactlyIf(matchesWildcard(pattern, text, { ignoreCase: true })),
  );
  return joinLayers(found, (rule) => allowedBy(rule, call));
}
