import type { Policy } from '../../core/contracts/policy/policy';
import type { PermissionRule } from '../../core/contracts/calls/decision';
import type { Disposable } from '../../core/ports/disposable';
import type { PolicySource } from '../../core/ports/policy';
import { createEmitter } from '../../adapters/system/emitter';
import { neutralToastText } from '../window/neutral-text';
import type { Grants, StoredGrant } from './grants';
import type { SettingValues } from '../settings/read-settings';
import { buildPolicy, policyKeys, usableGrants, withSessionGrants } from './build-policy';
import { policyWarnings, type KnownTool } from './policy-warnings';

type Subscribe = (listener: () => void) => Disposable;

export interface PolicySourceDeps {
  readonly settings: SettingValues & {
    workspaceRules(): readonly PermissionRule[];
    readonly onDidChange: Subscribe;
  };
  readonly grants: Pick<Grants, 'list' | 'onDidChange'>;
  readonly workspace: {
    roots(): readonly string[];
    isTrusted(): boolean;
    readonly onDidChange: Subscribe;
  };
  /** The tools that exist; asked when a policy is built. */
  readonly tools: () => readonly KnownTool[];
  /** Notifies the user, once per cause; the text is safe for a notification. */
  readonly warn: (message: string) => void;
}

/** A policy in force, and its inputs. */
interface InForce {
  readonly policy: Policy;
  /** Equal for equal inputs: a change without effect is not a new version. */
  readonly ingredients: string;
  /** The grants in use. */
  readonly grants: readonly StoredGrant[];
  /** Variants of single chats, made when they are first asked for. */
  readonly ofSession: Map<string, Policy>;
}

/**
 * The policy in force (INV-19; decision 31, hot reload). It is built when it is first asked for,
 * and swapped whole when settings, grants, folders or trust have changed: a request after the
 * change gets the new one, and listeners are notified once for a burst of changes.
 */
export function createPolicySource(deps: PolicySourceDeps): PolicySource & Disposable {
  const changed = createEmitter();
  const reported = new Set<string>();
  let inForce: InForce | undefined;
  let isStale = true;
  let isQueued = false;
  let announced = 0;

  function refreshed(): InForce {
    if (inForce !== undefined && !isStale) return inForce;
    const grants = usableGrants(deps.settings, deps.grants.list());
    const ingredients = ingredientsOf(deps, grants);
    if (inForce?.ingredients === ingredients) {
      isStale = false;
      return inForce;
    }
    const version = (inForce?.policy.version ?? 0) + 1;
    // The first policy is not announced as a change.
    if (inForce === undefined) announced = version;
    const workspaceRules = deps.settings.workspaceRules();
    const policy = buildPolicy({ version, settings: deps.settings, workspaceRules, grants });
    inForce = { policy, ingredients, grants, ofSession: new Map() };
    // Only after it is built: if that fails, the caller gets the failure, not the old rules.
    isStale = false;
    tell(policyWarnings(policy, deps.settings, deps.tools()));
    return inForce;
  }

  function tell(notes: readonly string[]): void {
    for (const note of notes) {
      // A name in it may come from a workspace.
      if (!reported.has(note)) deps.warn(neutralToastText(note));
      reported.add(note);
    }
  }

  function touch(): void {
    isStale = true;
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(announce);
  }

  function announce(): void {
    isQueued = false;
    const { version } = refreshed().policy;
    if (version === announced) return;
    announced = version;
    changed.fire();
  }

  const watching = [deps.settings, deps.grants, deps.workspace].map((source) =>
    source.onDidChange(touch),
  );
  return {
    current(sessionId) {
      const now = refreshed();
      return sessionId === undefined ? now.policy : policyOfSession(now, sessionId);
    },
    onDidChange: (listener) => changed.event(listener),
    dispose() {
      for (const each of watching) each.dispose();
      changed.dispose();
    },
  };
}

function policyOfSession({ policy, grants, ofSession }: InForce, sessionId: string): Policy {
  const known = ofSession.get(sessionId);
  if (known !== undefined) return known;
  const granted = grants.filter(
    ({ scope }) => scope.kind === 'session' && scope.sessionId === sessionId,
  );
  const made = withSessionGrants(policy, granted);
  ofSession.set(sessionId, made);
  return made;
}

function ingredientsOf(
  { settings, workspace }: PolicySourceDeps,
  grants: readonly StoredGrant[],
): string {
  return JSON.stringify([
    policyKeys.map((key) => settings.get(key)),
    settings.problems().map(({ key }) => key),
    settings.workspaceRules(),
    grants,
    workspace.roots(),
    workspace.isTrusted(),
  ]);
}
