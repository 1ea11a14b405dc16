import * as vscode from 'vscode';
import { systemClock } from '../../adapters/system/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { PolicySource } from '../../core/ports/policy';
import { createGrants, type Grants } from '../policy/grants';
import type { Log } from '../window/log';
import type { KnownTool } from '../policy/policy-warnings';
import { createPolicySource } from '../policy/policy-source';
import { createRuleList, type RuleList } from '../policy/rule-list';
import { createTrustLevels, type HostTrustLevels } from '../policy/trust-levels';
import type { HostSettings } from '../settings/create-settings';
import type { HostWorkspace } from '../workspace/workspace';

/** Everything that decides, and the user's changes to it. */
export interface PolicyParts {
  readonly grants: Grants;
  readonly policy: PolicySource;
  readonly rules: RuleList;
  readonly trust: HostTrustLevels;
  readonly owned: readonly Disposable[];
}

export interface PolicyOrigin {
  readonly memento: vscode.Memento;
  readonly settings: HostSettings;
  readonly workspace: HostWorkspace;
  readonly log: Log;
  /** The tools that exist; asked when a policy is built. */
  readonly tools: () => readonly KnownTool[];
}

/** One policy from settings, grants and the workspace's own keys; "Always allow" rules; trust. */
export function composePolicy({
  memento,
  settings,
  workspace,
  log,
  tools,
}: PolicyOrigin): PolicyParts {
  const warn = (message: string): void => {
    log.warn(message);
    void vscode.window.showWarningMessage(`Gatehouse: ${message}`);
  };
  const grants = createGrants({
    memento,
    workspaceKey: () => (workspace.roots().length === 0 ? undefined : workspace.key()),
    settings,
    today: () => new Date(systemClock.now()).toISOString().slice(0, 10),
    problem: warn,
  });
  const source = createPolicySource({ settings, grants, workspace, tools, warn });
  const trust = createTrustLevels();
  return {
    grants,
    policy: withTrust(source, trust),
    rules: createRuleList({ rules: () => source.current().permissions, grants, settings }),
    trust,
    owned: [grants, source, trust],
  };
}

/** A change of trust also re-evaluates pending calls. */
function withTrust(source: PolicySource, trust: HostTrustLevels): PolicySource {
  return {
    current: (sessionId) => source.current(sessionId),
    onDidChange: (listener) => {
      const watching = [source.onDidChange(listener), trust.onDidChange(listener)];
      return {
        dispose: () => {
          for (const each of watching) each.dispose();
        },
      };
    },
  };
}
