import type { ExplainStep } from '../../../core/contracts/calls/decision';
import type { ReportAction } from '../report/report';
import { settingKeyOf } from '../rules/rule-items';
import { t } from '../../window/language';

const addRule = (): ReportAction => ({
  title: t('Add a Rule…'),
  command: 'workbench.action.openSettingsJson',
  args: [{ revealSetting: { key: 'gatehouse.permissions', edit: true } }],
});

/** By gate or slot: where the user changes what a check asks about or denies. */
const remedies = (): ReadonlyMap<string, ReportAction> =>
  new Map<string, ReportAction>([
    ['admit', { title: t('Tools…'), command: 'gatehouse.tools' }],
    ['authorize', { title: t('Manage Workspace Trust'), command: 'workbench.trust.manage' }],
    ['shell-blocklist', openSetting('shell.blockedCommands')],
    ['path-sandbox', openSetting('file.denyRead')],
    [
      'web-address',
      {
        title: t('Open Settings'),
        command: 'workbench.action.openSettings',
        args: [{ query: 'gatehouse.web' }],
      },
    ],
    ['permission-rules', addRule()],
    ['egress', { title: t('Manage Rules…'), command: 'gatehouse.manageRules' }],
    ['protected-files', openSetting('files.protected')],
    ['trust', { title: t('Set Trust Level…'), command: 'gatehouse.setTrustLevel' }],
  ]);

/** The button of a check; undefined when there is nothing to change. */
export function remedyOf(step: ExplainStep): ReportAction | undefined {
  const { rule, policyRule, verdict, gate, slot } = step;
  if (policyRule !== undefined) return openSetting(policyRule.place.replace(/\[.*/, ''));
  if (rule !== undefined) {
    const key = settingKeyOf(rule.place);
    return key === undefined
      ? { title: t('Manage Rules…'), command: 'gatehouse.manageRules' }
      : { ...openSetting(key, rule.source === 'workspace'), title: t('Open Rule') };
  }
  return verdict === 'ask' || verdict === 'deny' ? remedies().get(gate ?? slot) : undefined;
}

function openSetting(key: string, isOfWorkspace = false): ReportAction {
  return {
    title: t('Open Setting'),
    command: `workbench.action.${isOfWorkspace ? 'openWorkspaceSettings' : 'openSettings'}`,
    args: [{ query: `@id:gatehouse.${key}` }],
  };
}
