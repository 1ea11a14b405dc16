import { escapeControlInline } from '../../../core/base/escape-control';
import { ruleSources, type PermissionRule } from '../../../core/contracts/calls/decision';
import type { PolicyRule } from '../../../core/contracts/policy/policy';
import type { SettingKey } from '../../../core/contracts/settings/settings';
import { neutralPickText } from '../../window/neutral-text';
import type { RuleListing } from '../../policy/rule-list';
import { shortToolName } from '../../../core/contracts/tool-spec';
import { ruleLabel, ruleSetting, sourceNames } from './rule-labels';
import { t } from '../../window/language';

export interface RuleItem {
  readonly group: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** Set when it can be removed here. */
  readonly listing?: RuleListing;
  /**
   * Set when the user may say whether it also holds after text of strangers: an allow of the user
   * for what may send something away (decision egress-gate).
   */
  readonly evenAfterUntrusted?: boolean;
  /** The setting to change otherwise. */
  readonly setting?: RuleSetting;
}

export interface RuleSetting {
  readonly key: SettingKey;
  readonly isOfWorkspace: boolean;
}

export interface RuleFacts {
  readonly listings: readonly RuleListing[];
  readonly shadowed: readonly PermissionRule[];
  readonly policyRules: readonly PolicyRule[];
  readonly chatTitle: (sessionId: string) => string | undefined;
  /** False for a tool whose calls send nothing to another machine, by its canonical id. */
  readonly reachesOut: (toolId: string) => boolean;
}

export function ruleItems(facts: RuleFacts): readonly RuleItem[] {
  const ofSource = ruleSources.flatMap((source) =>
    facts.listings.filter(({ rule }) => rule.source === source),
  );
  return [
    ...ofSource.map((listing) => permissionLine(listing, facts)),
    ...facts.policyRules.map(policyLine),
  ];
}

function permissionLine(listing: RuleListing, facts: RuleFacts): RuleItem {
  const { rule } = listing;
  const key = settingKeyOf(rule.place);
  const remarks = [
    ...(rule.isUnreadable === true ? [t('cannot be read')] : []),
    ...(rule.added === undefined ? [] : [t('since {0}', rule.added)]),
    ...chatRemark(listing, facts),
    ...(rule.evenAfterUntrusted === true ? [t('also after text of strangers')] : []),
    ...(isShadowed(rule, facts)
      ? [t('never applies: a rule before it decides the same calls')]
      : []),
  ];
  return {
    group: heading(sourceNames()[rule.source]),
    label: neutralPickText(ruleLabel(rule)),
    description: neutralPickText(remarks.join(', ')),
    detail: neutralPickText(ruleSetting(rule) ?? keptWhere(listing)),
    ...(listing.removable === 'no' ? {} : { listing }),
    ...(isForStrangers(listing, facts) && { evenAfterUntrusted: rule.evenAfterUntrusted === true }),
    ...(listing.removable === 'no' && key !== undefined
      ? { setting: { key, isOfWorkspace: rule.source === 'workspace' } }
      : {}),
  };
}

function isForStrangers({ rule, removable }: RuleListing, { reachesOut }: RuleFacts): boolean {
  const isOfUser = removable === 'user-setting' && rule.action === 'allow';
  return isOfUser && (rule.tool === '*' || reachesOut(rule.tool));
}

function chatRemark(listing: RuleListing, { chatTitle }: RuleFacts): readonly string[] {
  if (listing.removable !== 'grant' || listing.grant.scope.kind !== 'session') return [];
  const title = chatTitle(listing.grant.scope.sessionId);
  return [title === undefined ? t('in a closed chat') : t('in the chat "{0}"', title)];
}

function keptWhere({ rule }: RuleListing): string {
  return rule.source === 'session'
    ? t('kept in memory until the chat ends')
    : t('stored by Gatehouse on this machine');
}

/** By content: the list and the policy create their own values. */
function isShadowed(rule: PermissionRule, { shadowed }: RuleFacts): boolean {
  return shadowed.some(
    ({ tool, pattern, source, place }) =>
      tool === rule.tool &&
      pattern === rule.pattern &&
      source === rule.source &&
      place === rule.place,
  );
}

const policyGroups = () =>
  [
    { key: 'policy.rules', group: t('Policy rules, after the permission rules') },
    { key: 'authorization.rules', group: t('Authorization rules, after the policy rules') },
  ] as const;

function policyLine(rule: PolicyRule): RuleItem {
  const { tool, paths, argsMatch, trustLevel, place, effect } = rule;
  const conditions = [
    ...(argsMatch === undefined ? [] : [t('its arguments match /{0}/', argsMatch)]),
    ...(paths === undefined ? [] : [t('a path is one of {0}', paths.join(', '))]),
    ...(trustLevel === undefined ? [] : [t('its source is {0} or less', trustLevel)]),
  ];
  const groups = policyGroups();
  const known = groups.find(({ key }) => place.startsWith(key)) ?? groups[0];
  return {
    group: known.group,
    label: neutralPickText(policyText(effect, tool, conditions)),
    description: rule.isUnreadable === true ? t('cannot be read') : '',
    detail: neutralPickText(`gatehouse.${place}`),
    setting: { key: known.key, isOfWorkspace: false },
  };
}

function policyText(
  effect: PolicyRule['effect'],
  tool: string,
  conditions: readonly string[],
): string {
  const name = tool === '*' ? t('every call') : shortToolName(tool);
  const when = conditions.join(t(' and '));
  if (effect === 'deny') {
    return when === '' ? t('deny {0}', name) : t('deny {0} when {1}', name, when);
  }
  return when === '' ? t('let {0} pass', name) : t('let {0} pass when {1}', name, when);
}

const keys = [
  'workspace.deny',
  'workspace.ask',
  'permissions',
  'shell.blockedCommands',
  'shell.confirmPatterns',
  'defaultPermissions',
] as const satisfies readonly SettingKey[];

export function settingKeyOf(place = ''): SettingKey | undefined {
  return keys.find((key) => place.startsWith(key));
}

function heading(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** What the user agrees to before a rule also holds after text of strangers. */
export function afterStrangersText({ rule }: RuleListing): string {
  return [
    t(
      'Matching calls will run without asking even in a chat that has read your files and a page. Anyone who writes a page can then try to have your files sent away.',
    ),
    t('Written to your user settings under {0}.', escapeControlInline(ruleSetting(rule) ?? '')),
  ].join('\n\n');
}

export function removalText({ rule }: RuleListing): string {
  const setting = ruleSetting(rule);
  const where = setting === undefined ? sourceNames()[rule.source] : escapeControlInline(setting);
  return [
    t('It comes from {0}.', where),
    t(
      'The remaining rules then apply; calls that no rule matches ask. Pending calls are evaluated again.',
    ),
  ].join('\n\n');
}
