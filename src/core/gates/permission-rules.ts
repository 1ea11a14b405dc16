import { commandPieces } from '../base/command-pieces';
import { isPlainCommand } from '../base/plain-command';
import { matchesPathPattern } from '../base/path-pattern';
import { matchesWildcard } from '../base/wildcard';
import { defineGate, type GateCall } from '../contracts/define-gate';
import {
  isRuleFor,
  type PermissionRule,
  type RuleSource,
  type Verdict,
} from '../contracts/decision';
import type { Capabilities } from '../ports/capabilities';

type Caps = Pick<Capabilities, 'files' | 'permissions' | 'workspace'>;

/** The rules that "Always allow" made; they answer what would be asked, and nothing more. */
const grantSources: ReadonlySet<RuleSource> = new Set(['session', 'granted']);

type Judge = (rules: readonly PermissionRule[]) => Verdict;

/**
 * The permission rules of 003: per tool, in order, the first match wins; no match asks. Each path
 * a call reads or writes is judged, and the strictest answer counts. What the owner's own rules
 * deny, no grant lifts (DESIGN decision 4).
 */
export default defineGate<Capabilities>()({
  name: 'permission-rules',
  slot: 'permission-rules',
  needs: ['files', 'permissions', 'workspace'],
  check: async (call, caps): Promise<Verdict> => {
    const rules = caps.permissions
      .rules(call.context.sessionId)
      .filter((rule) => isRuleFor(rule, call.tool));
    const judge = await judgeOf(call, caps);
    const owners = judge(rules.filter(({ source }) => !grantSources.has(source)));
    return owners.verdict === 'deny' ? owners : judge(rules);
  },
});

async function judgeOf(call: GateCall, caps: Caps): Promise<Judge> {
  const { command, text } = call.subject;
  if (command !== undefined) {
    const inRoot = await runsInRoot(call, caps);
    return (rules) => judgeCommand({ command, inRoot }, rules);
  }
  const inputs = await pathInputs(call, caps);
  if (inputs.length === 0) return (rules) => judgeText(text, rules);
  const ignoreCase = !caps.workspace.caseSensitive();
  return (rules) => strictest(inputs.map((forms) => judgePath(forms, rules, ignoreCase)));
}

/** True when a command would run in a workspace folder itself, where its rules are meant to hold. */
async function runsInRoot({ subject }: GateCall, { files }: Caps): Promise<boolean> {
  if (subject.cwd === undefined) return true;
  const folder = await files.resolve(subject.cwd);
  return folder.ok && folder.value.real === folder.value.root;
}

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

interface CommandInput {
  readonly command: string;
  readonly inRoot: boolean;
}

/**
 * Until the shell gate reads commands, a rule allows only the exact whole command of plain words,
 * and only in a workspace folder itself: `npm test` means another program in each folder. Each piece
 * between operators is judged, and one that is denied denies all (DESIGN decision 5).
 */
function judgeCommand(
  { command, inRoot }: CommandInput,
  rules: readonly PermissionRule[],
): Verdict {
  const firstFor = (text: string): PermissionRule | undefined =>
    rules.find((rule) => matchesWildcard(rule.pattern, text, { ignoreCase: true }));
  const denied = commandPieces(command)
    .map(firstFor)
    .find((rule) => rule?.action === 'deny');
  if (denied !== undefined) return verdictOf(denied);
  const rule = firstFor(command);
  if (rule?.action !== 'allow') return verdictOf(rule);
  if (rule.pattern !== command || !isPlainCommand(command)) {
    const reason = `the rule ${quoted(rule)} allows only an exact command of plain words`;
    return { verdict: 'ask', reason, rule };
  }
  if (inRoot) return verdictOf(rule);
  const reason = `the rule ${quoted(rule)} allows it only in the workspace folder itself`;
  return { verdict: 'ask', reason, rule };
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
