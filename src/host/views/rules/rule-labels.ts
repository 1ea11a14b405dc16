import { escapeControlInline } from '../../../core/base/escape-control';
import type {
  PermissionRule,
  RuleAction,
  RuleSource,
} from '../../../core/contracts/calls/decision';
import { shortToolName } from '../../../core/contracts/tool-spec';

/** The source of a rule, in the middle of a sentence. */
export const sourceNames: Readonly<Record<RuleSource, string>> = {
  workspace: "this workspace's settings",
  session: '"Always allow" for one chat',
  granted: '"Always allow" for this workspace',
  user: 'your settings',
  legacy: 'your older shell settings',
  default: 'shipped with Gatehouse',
};

const verbs: Readonly<Record<RuleAction, string>> = {
  allow: 'allow',
  ask: 'ask before',
  deny: 'deny',
};

const grantSources: ReadonlySet<RuleSource> = new Set(['session', 'granted']);

/** The effect of a rule: ``allow bash `git status *` ``, `ask before every write call`. */
export function ruleLabel({ tool, pattern, action }: PermissionRule): string {
  const name = tool === '*' ? 'any tool' : shortToolName(tool);
  const every = tool === '*' ? 'every call' : `every ${name} call`;
  return /^\*{1,2}$/.test(pattern)
    ? `${verbs[action]} ${every}`
    : `${verbs[action]} ${name} \`${escapeControlInline(pattern)}\``;
}

/** The setting that holds a rule; undefined for one that "Always allow" keeps. */
export function ruleSetting({ source, place }: PermissionRule): string | undefined {
  return grantSources.has(source) || place === undefined ? undefined : `gatehouse.${place}`;
}

/** The source and date of a rule: `your settings, gatehouse.permissions.bash[0]`. */
export function ruleOrigin(rule: PermissionRule): string {
  const setting = ruleSetting(rule);
  const since = rule.added === undefined ? [] : [`since ${rule.added}`];
  return [sourceNames[rule.source], ...(setting === undefined ? [] : [setting]), ...since]
    .map(escapeControlInline)
    .join(', ');
}
