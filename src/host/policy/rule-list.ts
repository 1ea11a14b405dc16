import { say } from '../../core/base/sentence';
import type { PermissionRule, RuleSource } from '../../core/contracts/calls/decision';
import { failure, type Failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Grants, StoredGrant } from './grants';
import type { SettingChanges } from '../settings/change-setting';
import type { SettingValues } from '../settings/read-settings';
import { grantedRule } from './build-policy';
import { rulesOfSetting, type ToolRule, type ToolRules } from './setting-rules';
import { t } from '../window/language';

/** A rule in force, and whether `remove` can remove it. */
export type RuleListing = {
  /** With source, place and, when it was granted, its date. */
  readonly rule: PermissionRule;
} & (
  | { readonly removable: 'grant'; readonly grant: StoredGrant }
  | { readonly removable: 'user-setting'; readonly at: UserRuleLocation }
  | { readonly removable: 'no' }
);

/** A rule in `gatehouse.permissions`. */
export interface UserRuleLocation {
  /** The tool as the setting spells it. */
  readonly tool: string;
  readonly index: number;
  readonly rule: ToolRule;
}

/** Every rule in force, for "Manage Rules". */
export interface RuleList {
  /** In the order they are tried; a grant of a chat applies only there. */
  list(): readonly RuleListing[];
  /** Removes a rule if it is still where it was listed. Never rejects. */
  remove(listing: RuleListing): Promise<Result<void>>;
  /**
   * Whether an allow rule of the user also holds after text of strangers (decision egress-gate), if
   * it is still where it was listed. Never rejects.
   */
  setEvenAfterUntrusted(listing: RuleListing, isOn: boolean): Promise<Result<void>>;
}

export interface RuleListDeps {
  /** The rules for all chats. */
  readonly rules: () => readonly PermissionRule[];
  readonly grants: Pick<Grants, 'list' | 'remove'>;
  readonly settings: SettingValues & SettingChanges;
}

export function createRuleList({ rules, grants, settings }: RuleListDeps): RuleList {
  const fixed = (source: RuleSource): readonly RuleListing[] =>
    rules()
      .filter((rule) => rule.source === source)
      .map((rule) => ({ rule, removable: 'no' }));

  return {
    list: () => [
      ...fixed('workspace'),
      ...grants
        .list()
        .map((grant) => ({ rule: grantedRule(grant), removable: 'grant' as const, grant })),
      ...userListings(settings.get('permissions')),
      ...fixed('legacy'),
      ...fixed('default'),
    ],
    async remove(listing) {
      switch (listing.removable) {
        case 'grant':
          return grants.remove(listing.grant);
        case 'user-setting':
          return settings.change('permissions', (now) => withoutRule(now, listing.at));
        case 'no':
          return fail(notHere(listing.rule));
      }
    },
    async setEvenAfterUntrusted(listing, isOn) {
      if (listing.removable !== 'user-setting') return fail(notHere(listing.rule));
      return settings.change('permissions', (now) => markedRules(now, listing.at, isOn));
    },
  };
}

function userListings(rules: ToolRules): readonly RuleListing[] {
  return Object.entries(rules).flatMap(([tool, list]) => {
    const known = rulesOfSetting({ [tool]: list }, 'user', 'permissions');
    return known.flatMap((rule, index) => {
      const written = list[index];
      return written === undefined
        ? []
        : [{ rule, removable: 'user-setting' as const, at: { tool, index, rule: written } }];
    });
  });
}

/** The rules without one of them; an empty key or value is removed. */
function withoutRule(rules: ToolRules, at: UserRuleLocation): Result<ToolRules | undefined> {
  const found = listHolding(rules, at);
  if (!found.ok) return found;
  const list = found.value;
  const kept = Object.entries({ ...rules, [at.tool]: list.toSpliced(at.index, 1) }).filter(
    ([, left]) => left.length > 0,
  );
  return succeed(kept.length === 0 ? undefined : Object.fromEntries(kept));
}

/** The rules with one of them marked, or no longer. */
function markedRules(rules: ToolRules, at: UserRuleLocation, isOn: boolean): Result<ToolRules> {
  const found = listHolding(rules, at);
  if (!found.ok) return found;
  const { evenAfterUntrusted: _before, ...rule } = at.rule;
  const changed = isOn ? { ...rule, evenAfterUntrusted: true } : rule;
  return succeed({ ...rules, [at.tool]: found.value.with(at.index, changed) });
}

/** The rules of the tool, if the rule is still where it was. */
function listHolding(rules: ToolRules, at: UserRuleLocation): Result<readonly ToolRule[]> {
  const list = rules[at.tool] ?? [];
  const found = list[at.index];
  return found !== undefined && isSameRule(found, at.rule)
    ? succeed(list)
    : fail(changedMeanwhile());
}

function isSameRule(a: ToolRule, b: ToolRule): boolean {
  const content = ({ pattern, action, added, match, notMatch, evenAfterUntrusted }: ToolRule) =>
    JSON.stringify([pattern, action, added, match, notMatch, evenAfterUntrusted]);
  return content(a) === content(b);
}

function changedMeanwhile(): Failure {
  return failure('validation', t('Your rules have changed since they were listed.'), {
    suggestion: say`Open the list again; nothing was changed.`,
  });
}

function notHere({ place }: PermissionRule): Failure {
  return failure(
    'validation',
    place === undefined
      ? t('This rule comes from a setting, not from "Always allow".')
      : t('This rule comes from the setting gatehouse.{0}, not from "Always allow".', place),
    {
      suggestion: say`To remove it, change that setting.`,
    },
  );
}
