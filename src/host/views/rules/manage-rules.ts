import * as vscode from 'vscode';
import type { PermissionRule } from '../../../core/contracts/calls/decision';
import type { PolicySource } from '../../../core/ports/policy';
import { neutralToastText } from '../../window/neutral-text';
import { confirm, notifyFailure } from '../../window/notify';
import type { RuleList, RuleListing } from '../../policy/rule-list';
import { ruleLabel } from './rule-labels';
import {
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
}

/** Every rule in force; removes the user's own, and leads to the setting of the others. */
export async function manageRules(deps: ManageRulesDeps): Promise<void> {
  for (;;) {
    const line = await chooseRule(deps);
    if (line === undefined) return;
    if (line.setting !== undefined) return openSetting(line.setting);
    if (line.listing !== undefined) await remove(deps.rules, line.listing);
  }
}

function currentLines({
  rules,
  policy,
  shadowedDenies,
  chatTitle,
}: ManageRulesDeps): readonly RuleItem[] {
  const { permissions, policyRules } = policy.current();
  const shadowed = shadowedDenies(permissions);
  return ruleItems({ listings: rules.list(), shadowed, policyRules, chatTitle });
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

/** Undefined when the list closes. While it is open it follows the policy. */
function chooseRule(deps: ManageRulesDeps): Promise<RuleItem | undefined> {
  const pick = vscode.window.createQuickPick<PickLine>();
  pick.title = t('Rules in force');
  pick.placeholder = t('Choose a rule to remove it or to open its setting');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const refresh = (): void => {
    pick.items = withSeparators(currentLines(deps));
  };
  refresh();
  const watching = deps.policy.onDidChange(refresh);
  return new Promise((resolve) => {
    const settle = (line: RuleItem | undefined): void => {
      resolve(line);
      watching.dispose();
      pick.dispose();
    };
    pick.onDidAccept(() => {
      const line = pick.selectedItems[0]?.line;
      if (line !== undefined) settle(line);
    });
    pick.onDidTriggerItemButton(({ item }) => settle(item.line));
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

async function openSetting({ key, isOfWorkspace }: RuleSetting): Promise<void> {
  const command = isOfWorkspace ? 'openWorkspaceSettings' : 'openSettings';
  const query = `@id:gatehouse.${key}`;
  await vscode.commands.executeCommand(`workbench.action.${command}`, { query });
}
