import type { Separator } from '../base/paths';
import { matchesPathPattern } from '../base/path-pattern';
import { matchesWildcard } from '../base/wildcard';
import type { CallPath } from '../contracts/call-paths';
import { defineGate, type GateCall } from '../contracts/define-gate';
import type { PermissionRule, Verdict } from '../contracts/decision';
import type { Capabilities } from '../ports/capabilities';
import { judgeCommand } from './parts/judge-command';
import {
  allowedBy,
  exactlyIf,
  findRules,
  joinLayers,
  strictest,
  type Fit,
} from './parts/permission-layers';
import { pathForms, type PathForms } from './parts/path-forms';

/**
 * The permission rules of 003: per tool, in order, the first match wins; no match asks. They judge
 * the command, else each path a call reads or writes, of which the strictest answer counts, else
 * the call's text.
 */
export default defineGate<Capabilities>()({
  name: 'permission-rules',
  slot: 'permission-rules',
  needs: ['workspace'],
  check: (call, { workspace }): Verdict => {
    const { command } = call.subject;
    const ignoreCase = !workspace.caseSensitive();
    if (command !== undefined) return judgeCommand(call, { command, ignoreCase });
    const style = { separator: workspace.separator(), ignoreCase };
    const [first, ...others] = pathsOf(call);
    if (first === undefined) return judgeText(call);
    return strictest([
      judgePath(call, first, style),
      ...others.map((path) => judgePath(call, path, style)),
    ]);
  },
});

/** Each path once: a call that changes a file often reads and writes the same one. */
function pathsOf({ paths: { reads, writes } }: GateCall): readonly CallPath[] {
  const alsoRead = (path: CallPath): boolean => reads.some(({ given }) => given === path.given);
  return [...reads, ...writes.filter((path) => !alsoRead(path))];
}

interface Style {
  readonly separator: Separator;
  readonly ignoreCase: boolean;
}

function judgePath(call: GateCall, path: CallPath, style: Style): Verdict {
  const forms = pathForms(path, { separator: style.separator, roots: call.paths.roots });
  const found = findRules(call, (rule) => fitOf(rule, forms, style));
  return joinLayers(found, (rule) => allowedBy(rule, call));
}

/**
 * What tightens counts in any spelling and case, and when its pattern cannot be tried; what loosens,
 * by the canonical path only. An ask keeps allows and denies behind it from being found: it asks
 * like what tightens, but hides a deny only where an allow would match too.
 */
function fitOf({ action, pattern, source }: PermissionRule, forms: PathForms, style: Style): Fit {
  const isExact = () => forms.canonical.some((path) => matchesPathPattern(pattern, path, style));
  if (action === 'allow') return exactlyIf(isExact());
  const options = { ignoreCase: true, unreadable: true };
  const isLoose = forms.all.some((path) => matchesPathPattern(pattern, path, options));
  const onlyTightens = action === 'deny' || source === 'workspace';
  if (!isLoose || onlyTightens) return exactlyIf(isLoose);
  return isExact() ? 'exactly' : 'loosely';
}

function judgeText(call: GateCall): Verdict {
  const { text } = call.subject;
  const found = findRules(call, ({ pattern }) =>
    exactlyIf(matchesWildcard(pattern, text, { ignoreCase: true })),
  );
  return joinLayers(found, (rule) => allowedBy(rule, call));
}
