import * as vscode from 'vscode';
import type { PermissionRule } from '../../../core/contracts/calls/decision';
import type { PolicySource } from '../../../core/ports/policy';
import { neutralToastText } from '../../window/neutral-text';
import { confirm, notifyFailure } from '../../window/notify';
import type { RuleList, RuleListing } from '../../policy/rule-list';
import { ruleLabel } from './rule-labels';
import {
  afterStrangersText,
  removalText,
  ruleItems,
  type RuleFacts,
  type RuleItem,
  type RuleSetting,
} from './rule-items';
import { t } from '../../window/language';

export interface ManageRulesDeps {
  readonly rules: RuleList;
  readonly policy: PolicySource;
  /** Deny rules that never apply because of an earlier rule. */
  readonly shadowedDenies: (rules: readonly PermissionRule[]) => readonly PermissionRule[];
  readonly chatTitle: RuleFacts['chatTitle'];
  readonly reachesOut: RuleFacts['reachesOut'];
}

/** Every rule in force; changes and removes the user's own, and leads to the setting of the others. */
export async function manageRules(deps: ManageRulesDeps): Promise<void> {
  for (;;) {
    const chosen = await chooseRule(deps);
    if (chosen === undefined) return;
    const { line, step = await chooseStep(line) } = chosen;
    if (line.setting !== undefined) return openSetting(line.setting);
    if (line.listing === undefined) continue;
    if (step === 'remove') await remove(deps.rules, line.listing);
    else if (step !== undefined) {
      await setAfterStrangers(deps.rules, line.listing, step === 'allow');
    }
  }
}

function currentLines({
  rules,
  policy,
  shadowedDenies,
  chatTitle,
  reachesOut,
}: ManageRulesDeps): readonly RuleItem[] {
  const { permissions, policyRules } = policy.current();
  const shadowed = shadowedDenies(permissions);
  return ruleItems({ listings: rules.list(), shadowed, policyRules, chatTitle, reachesOut });
}

const trash = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: t('Remove this rule…'),
});
const gear = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon('settings-gear'),
  tooltip: t('Open the setting of this rule'),
});

interface PickLine extends vscode.QuickPickItem {
  readonly line?: RuleItem;
}

type Step = 'remove' | 'allow' | 'ask';

interface Chosen {
  readonly line: RuleItem;
  /** By the button; absent if it is still to be chosen. */
  readonly step?: Step;
}

/** What to do with a rule; asked only where there is a choice. */
async function chooseStep({ label, evenAfterUntrusted }: RuleItem): Promise<Step | undefined> {
  if (evenAfterUntrusted === undefined) return 'remove';
  const toggle = evenAfterUntrusted
    ? { label: t('Ask again after text of strangers'), step: 'ask' as const }
    : { label: t('Allow it even after text of strangers…'), step: 'allow' as const };
  const steps = [toggle, { label: t('Remove this rule…'), step: 'remove' as const }];
  return (await vscode.window.showQuickPick(steps, { title: label }))?.step;
}

/** Undefined when the list closes. While it is open it follows the policy. */
function chooseRule(deps: ManageRulesDeps): Promise<Chosen | undefined> {
  const pick = vscode.window.createQuickPick<PickLine>();
  pick.title = t('Rules in force');
  pick.placeholder = t('Choose a rule to change or remove it, or to open its setting');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const refresh = (): void => {
    pick.items = withSeparators(currentLines(deps));
  };
  refresh();
  const watching = deps.policy.onDidChange(refresh);
  return new Promise((resolve) => {
    const settle = (chosen: Chosen | undefined): void => {
      resolve(chosen);
      watching.dispose();
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const line = pick.selectedItems[0]?.line;
      if (line !== undefined) settle({ line });
    });
    pick.onDidTriggerItemButton(({ item: { line } }) => {
      if (line !== undefined) settle({ line, step: 'remove' });
    });
    pick.onDidHide(() => settle(undefined));
    pick.show();
  });
}

function withSeparators(lines: readonly RuleItem[]): PickLine[] {
  return lines.flatMap((line, at): PickLine[] => {
    const { label, description, detail, group, listing } = line;
    const buttons = [listing === undefined ? gear() : trash()];
    const item = { label, description, detail, buttons, line };
    if (at > 0 && lines[at - 1]?.group === group) return [item];
    return [{ label: group, kind: vscode.QuickPickItemKind.Separator }, item];
  });
}

async function remove(rules: RuleList, listing: RuleListing): Promise<void> {
  const title = neutralToastText(t('Remove the rule "{0}"?', ruleLabel(listing.rule)));
  if (!(await confirm({ title, detail: removalText(listing), button: t('Remove') }))) return;
  const removed = await rules.remove(listing);
  if (!removed.ok) notifyFailure(removed.failure);
}

async function setAfterStrangers(
  rules: RuleList,
  listing: RuleListing,
  isOn: boolean,
): Promise<void> {
  if (isOn) {
    const title = t('Allow it even after text of strangers? {0}', ruleLabel(listing.rule));
    const detail = afterStrangersText(listing);
    const question = { title: neutralToastText(title), detail, button: t('Allow') };
    if (!(await confirm(question))) return;
  }
  const changed = await rules.setEvenAfterUntrusted(listing, isOn);
  if (!changed.ok) notifyFailure(changed.failure);
}

async function openSetting({ key, isOfWorkspace }: RuleSetting): Promise<void> {
  const command = isOfWorkspace ? 'openWorkspaceSettings' : 'openSettings';
  const query = `@id:gatehouse.${key}`;
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query });
}
