import type * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import { serverOfKey } from '../../core/contracts/mcp/servers';
import { extensionSource, trustLevels, type TrustLevel } from '../../core/contracts/tool-spec';
import type { Disposable } from '../../core/ports/system';
import type { PolicySource } from '../../core/ports/policy';
import { knownTools } from '../../core/tools/known.gen';
import { Grants } from '../policy/grants';
import type { Log } from '../window/log';
import { offer } from '../window/notify';
import { HostPermissionLevels } from '../policy/permission-levels';
import { HostPolicySource } from '../policy/policy-source';
import { createRuleList, type RuleList } from '../policy/rule-list';
import { HostTrustLevels } from '../policy/trust-levels';
import type { HostSettings } from '../settings/host-settings';
import type { HostWorkspace } from '../workspace/workspace';

export interface PolicyParts {
  readonly grants: Grants & Disposable;
  readonly source: PolicySource & Disposable;
  readonly rules: RuleList;
  readonly trust: HostTrustLevels;
  readonly permission: HostPermissionLevels;
}

/** One policy from settings, grants and the workspace's own keys; "Always allow" rules; trust. */
export function composePolicy(
  globalState: vscode.Memento,
  settings: HostSettings,
  workspace: HostWorkspace,
  log: Log,
): PolicyParts {
  const warn = (message: string): void => {
    log.warn(message);
    void offer('Warning', message);
  };
  const grants = new Grants({
    memento: globalState,
    workspaceKey: () => (workspace.roots().length === 0 ? undefined : workspace.key()),
    settings,
    today: () => new Date(systemClock.now()).toISOString().slice(0, 10),
    problem: warn,
  });
  const tools = () => knownTools;
  const trust = new HostTrustLevels((target) => {
    const levels = chosenLevels(settings, target);
    return trustLevels.find((level) => levels.includes(level));
  });
  const permission = new HostPermissionLevels(() => settings.get('permissionLevel'));
  const source = new HostPolicySource({
    ...{ settings, grants, workspace, trust, permission, tools, warn },
  });
  return {
    grants,
    source,
    rules: createRuleList({ rules: () => source.current().permissions, grants, settings }),
    trust,
    permission,
  };
}

/** Of servers with one name in several workspaces, and of the tools of extensions, the strictest holds. */
function chosenLevels(settings: HostSettings, source: string): readonly TrustLevel[] {
  if (source === extensionSource) {
    return settings.get('extensionTools.allowed').map(({ level }) => level);
  }
  const server = /^mcp:(.+)$/.exec(source)?.[1] ?? '';
  return Object.entries(settings.get('mcp.allowedTools'))
    .filter(([key]) => serverOfKey(key) === server)
    .map(([, { level }]) => level);
}
