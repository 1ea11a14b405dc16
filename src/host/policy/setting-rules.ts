import type { PermissionRule, RuleSource } from '../../core/contracts/calls/decision';
import type { SettingKey, SettingValue } from '../../core/contracts/settings/settings';
import type { SettingValues } from '../settings/read-settings';
import { canonicalToolName } from '../settings/tool-names';

/** Permission rules as settings spell them. */
export type ToolRules = SettingValue<'permissions'>;
export type ToolRule = ToolRules[string][number];

type ShellListKey = 'shell.blockedCommands' | 'shell.confirmPatterns';
const commandTool = 'bash';

/** Rules of a setting in the order they are written, by canonical names. */
export function rulesOfSetting(
  rules: ToolRules,
  source: RuleSource,
  key: 'permissions' | 'defaultPermissions',
): readonly PermissionRule[] {
  return Object.entries(rules).flatMap(([tool, list]) =>
    list.map(({ pattern, action, added, evenAfterUntrusted }, at) => ({
      tool: canonicalToolName(tool),
      pattern,
      action,
      source,
      place: `${key}.${tool}[${String(at)}]`,
      ...(added !== undefined && { added }),
      ...(source === 'user' && evenAfterUntrusted === true && { evenAfterUntrusted }),
    })),
  );
}

/**
 * The legacy lists as rules (003-permissions-7): blocked texts deny, confirm patterns ask, and
 * everything else asks. Used only while the user has set no rules (decision 39); unreadable rules
 * count as rules.
 */
export function legacyRules(settings: SettingValues): readonly PermissionRule[] {
  if (hasUserRules(settings)) return [];
  const rules = [
    ...listRules(settings, 'shell.blockedCommands', 'deny'),
    ...listRules(settings, 'shell.confirmPatterns', 'ask'),
  ];
  if (rules.length === 0) return [];
  const rest = {
    pattern: '*',
    action: 'ask',
    place: 'shell.confirmPatterns',
  } as const;
  return [...rules, rest].map((rule) => ({
    ...rule,
    tool: canonicalToolName(commandTool),
    source: 'legacy',
  }));
}

/**
 * True while a rule may be lost, a deny among them: then no grant is used, because it could allow
 * what the lost rule refuses (decision 4: no grant lifts a deny).
 */
export function hasUnreadableRules(settings: SettingValues): boolean {
  return isUnreadable(settings, 'permissions') || isUnreadable(settings, 'defaultPermissions');
}

function isUnreadable(settings: SettingValues, key: SettingKey): boolean {
  return settings.problems().some((problem) => problem.key === key);
}

/** True when `permissions` contains a rule, or something unreadable. */
export function hasUserRules(settings: SettingValues): boolean {
  const isSet = isUnreadable(settings, 'permissions');
  return isSet || Object.values(settings.get('permissions')).some((list) => list.length > 0);
}

/**
 * The rules to which a new user rule is added. The legacy lists apply only while there is none, so
 * they are included: an added rule must not allow what they deny.
 */
export function rulesToExtend(rules: ToolRules, settings: SettingValues): ToolRules {
  const legacy = legacyRules(settings);
  if (legacy.length === 0) return rules;
  return { ...rules, [commandTool]: legacy.map(({ pattern, action }) => ({ pattern, action })) };
}

function listRules(settings: SettingValues, key: ShellListKey, action: 'ask' | 'deny') {
  return settings
    .get(key)
    .map((text, at) => ({ pattern: `*${text}*`, action, place: `${key}[${String(at)}]` }));
}
