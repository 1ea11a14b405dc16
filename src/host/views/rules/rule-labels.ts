import { escapeControlInline } from '../../../core/base/escape-control';
import type {
  PermissionRule,
  RuleAction,
  RuleSource,
} from '../../../core/contracts/calls/decision';
import { shortToolName } from '../../../core/contracts/tool-spec';
import { t } from '../../window/language';

/** The source of a rule, in the middle of a sentence. */
export const sourceNames = (): Readonly<Record<RuleSource, string>> => ({
  workspace: t("this workspace's settings"),
  session: t('"Always allow" for one chat'),
  granted: t('"Always allow" for this workspace'),
  user: t('your settings'),
  legacy: t('your older shell settings'),
  default: t('shipped with Gatehouse'),
});

/** The effect on the calls of a tool that match a pattern. */
const matchTexts: Readonly<Record<RuleAction, (tool: string, pattern: string) => string>> = {
  allow: (tool, pattern) => t('allow {0} {1}', tool, pattern),
  ask: (tool, pattern) => t('ask before {0} {1}', tool, pattern),
  deny: (tool, pattern) => t('deny {0} {1}', tool, pattern),
};

const everyCallTexts: Readonly<Record<RuleAction, () => string>> = {
  allow: () => t('allow every call'),
  ask: () => t('ask before every call'),
  deny: () => t('deny every call'),
};

const everyTexts: Readonly<Record<RuleAction, (tool: string) => string>> = {
  allow: (tool) => t('allow every {0} call', tool),
  ask: (tool) => t('ask before every {0} call', tool),
  deny: (tool) => t('deny every {0} call', tool),
};

const grantSources: ReadonlySet<RuleSource> = new Set(['session', 'granted']);

/** The effect of a rule: ``allow bash `git status *` ``, `ask before every write call`. */
export function ruleLabel({ tool, pattern, action, exact }: PermissionRule): string {
  if (exact !== undefined) {
    const call = `\`${escapeControlInline(pattern)}\``;
    return t('allow exactly this {0} call: {1}', shortToolName(tool), call);
  }
  const isEvery = /^\*{1,2}$/.test(pattern);
  if (isEvery && tool === '*') return everyCallTexts[action]();
  const name = tool === '*' ? t('any tool') : shortToolName(tool);
  if (isEvery) return everyTexts[action](name);
  return matchTexts[action](name, `\`${escapeControlInline(pattern)}\``);
}

/** The setting that holds a rule; undefined for one that "Always allow" keeps. */
export function ruleSetting({ source, place }: PermissionRule): string | undefined {
  return grantSources.has(source) || place === undefined ? undefined : `gatehouse.${place}`;
}

/** The source and date of a rule: `your settings, gatehouse.permissions.bash[0]`. */
export function ruleOrigin(rule: PermissionRule): string {
  const setting = ruleSetting(rule);
  const remarks = [
    ...(rule.isUnreadable === true ? [t('cannot be read')] : []),
    ...(rule.added === undefined ? [] : [t('since {0}', rule.added)]),
  ];
  return [sourceNames()[rule.source], ...(setting === undefined ? [] : [setting]), ...remarks]
    .map(escapeControlInline)
    .join(', ');
}
