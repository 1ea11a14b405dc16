import type { Separator } from '../base/paths';
import { matchesPathPattern } from '../base/path-pattern';
import { matchesWildcard } from '../base/wildcard';
import type { CallPath } from '../contracts/call-paths';
import { defineGate, type GateCall } from '../contracts/define-gate';
import type { Verdict } from '../contracts/decision';
import type { Capabilities } from '../ports/capabilities';
import { judgeCommand } from './parts/judge-command';
import { allowedBy, findRules, joinLayers, strictest } from './parts/permission-layers';
import { pathForms } from './parts/path-forms';

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

/**
 * What tightens counts in any spelling and case, and when its pattern cannot be tried; what loosens,
 * by the canonical path only.
 */
function judgePath(call: GateCall, path: CallPath, { separator, ignoreCase }: Style): Verdict {
  const forms = pathForms(path, { separator, roots: call.paths.roots });
  const found = findRules(call, ({ action, pattern, source }) => {
    const tightens = action === 'deny' || source === 'workspace';
    const spellings = tightens ? forms.all : forms.canonical;
    const options = tightens
      ? { ignoreCase: true, unreadable: true }
      : { ignoreCase, separator, unreadable: action === 'ask' };
    return spellings.some((spelling) => matchesPathPattern(pattern, spelling, options));
  });
  return joinLayers(found, (rule) => allowedBy(rule, call));
}

function judgeText(call: GateCall): Verdict {
  const { text } = call.subject;
  const found = findRules(call, ({ pattern }) =>
    matchesWildcard(pattern, text, { ignoreCase: true }),
  );
  return joinLayers(found, (rule) => allowedBy(rule, call));
}
