import { isPlainCommand } from '../base/plain-command';
import { matchesPathPattern } from '../base/path-pattern';
import { matchesWildcard } from '../base/wildcard';
import { defineGate, type GateCall } from '../contracts/define-gate';
import type { PermissionRule, Verdict } from '../contracts/decision';
import type { Capabilities } from '../ports/capabilities';

type Caps = Pick<Capabilities, 'files' | 'permissions' | 'workspace'>;

/**
 * The permission rules of 003: per tool, in order, the first match wins; no match asks. Each path
 * a call reads or writes is judged, and the strictest answer counts (DESIGN decision 4).
 */
export default defineGate<Capabilities>()({
  name: 'permission-rules',
  slot: 'permission-rules',
  needs: ['files', 'permissions', 'workspace'],
  check: async (call, caps): Promise<Verdict> => {
    const { tool, subject } = call;
    const rules = caps.permissions
      .rules(call.context.sessionId)
      .filter((rule) => rule.tool === tool.name || rule.tool === tool.id || rule.tool === '*');
    if (subject.command !== undefined) return judgeCommand(subject.command, rules);
    const inputs = await pathInputs(call, caps);
    const ignoreCase = !caps.workspace.caseSensitive();
    if (inputs.length === 0) return judgeText(subject.text, rules);
    return strictest(inputs.map((forms) => judgePath(forms, rules, ignoreCase)));
  },
});

/** The forms by which rules may name one path: as asked, canonical, and relative to its root. */
async function pathInputs({ subject }: GateCall, { files }: Caps): Promise<PathForms[]> {
  const paths = [...subject.reads, ...subject.writes];
  return Promise.all(
    paths.map(async (path): Promise<PathForms> => {
      const resolved = await files.resolve(path);
      if (!resolved.ok) return { canonical: [], all: [path] };
      const { real, root, asked } = resolved.value;
      const relative = real === root ? '.' : real.slice(root.length + 1);
      return { canonical: [real, relative], all: [real, relative, asked, path] };
    }),
  );
}

interface PathForms {
  /** What an allow or ask rule may match. */
  readonly canonical: readonly string[];
  /** What a deny rule may match: any spelling counts. */
  readonly all: readonly string[];
}

function judgePath(
  forms: PathForms,
  rules: readonly PermissionRule[],
  ignoreCase: boolean,
): Verdict {
  const rule = rules.find(({ action, pattern }) =>
    action === 'deny'
      ? forms.all.some((form) => matchesPathPattern(pattern, form, { ignoreCase: true }))
      : forms.canonical.some((form) => matchesPathPattern(pattern, form, { ignoreCase })),
  );
  return verdictOf(rule);
}

function judgeText(text: string, rules: readonly PermissionRule[]): Verdict {
  return verdictOf(rules.find((rule) => matchesWildcard(rule.pattern, text, { ignoreCase: true })));
}

/**
 * Until the shell gate reads commands, a rule allows only the exact whole command, and only plain
 * words; a deny rule is tried on the whole text and on each piece between operators.
 */
function judgeCommand(command: string, rules: readonly PermissionRule[]): Verdict {
  const pieces = [command, ...command.split(/[;&|\n]+/).map((piece) => piece.trim())];
  const rule = rules.find(({ action, pattern }) =>
    (action === 'deny' ? pieces : [command]).some((piece) =>
      matchesWildcard(pattern, piece, { ignoreCase: true }),
    ),
  );
  if (rule?.action !== 'allow') return verdictOf(rule);
  if (rule.pattern === command && isPlainCommand(command)) return verdictOf(rule);
  return {
    verdict: 'ask',
    reason: `the rule ${quoted(rule)} allows only an exact command of plain words`,
    rule,
  };
}

function verdictOf(rule: PermissionRule | undefined): Verdict {
  if (rule === undefined) return { verdict: 'ask', reason: 'no rule matches' };
  const reason = `rule ${quoted(rule)} (${rule.source})`;
  if (rule.action !== 'deny') return { verdict: rule.action, reason, rule };
  return { verdict: 'deny', errorCode: 'policy_denied', reason: `Denied by ${reason}.`, rule };
}

function quoted(rule: PermissionRule): string {
  return `${rule.tool} ${JSON.stringify(rule.pattern)}`;
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const;

function strictest(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((worst, verdict) =>
    strictness[verdict.verdict] > strictness[worst.verdict] ? verdict : worst,
  );
}
