import type { PermissionLevel } from '../../core/contracts/permission-level';
import type { Policy } from '../../core/contracts/policy/policy';
import type { PermissionRule } from '../../core/contracts/calls/decision';
import type { Disposable } from '../../core/ports/system';
import type { ChatPermissions, PolicySource } from '../../core/ports/policy';
import { Emitter } from '../../adapters/system/emitter';
import { neutralToastText } from '../window/neutral-text';
import type { Grants, StoredGrant } from './grants';
import type { SettingValues } from '../settings/read-settings';
import { buildPolicy, policyKeys, usableGrants, withSessionGrants } from './build-policy';
import type { KnownTool } from '../../core/tools/known.gen';
import { policyWarnings } from './policy-warnings';

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
  /** A change of it re-evaluates pending calls too. */
  readonly trust: { readonly onDidChange: Subscribe };
  /** Of each chat; pending calls keep the one they began with (decision 58). */
  readonly permission: Pick<ChatPermissions, 'levelOf'>;
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
export class HostPolicySource implements PolicySource, Disposable {
  private readonly changed = new Emitter();
  private readonly reported = new Set<string>();
  private readonly watching: readonly Disposable[];
  private inForce: InForce | undefined;
  private isStale = true;
  private isQueued = false;
  /** The version that listeners know of. */
  private announced = 0;

  constructor(private readonly deps: PolicySourceDeps) {
    this.watching = [
      ...[deps.settings, deps.grants, deps.workspace].map((source) =>
        source.onDidChange(() => this.touch()),
      ),
      deps.trust.onDidChange(() => this.changed.fire()),
    ];
  }

  current(sessionId?: string): Policy {
    const now = this.refreshed();
    if (sessionId === undefined) return now.policy;
    return policyOfSession(now, sessionId, this.deps.permission.levelOf(sessionId));
  }

  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  dispose(): void {
    for (const each of this.watching) each.dispose();
    this.changed.dispose();
  }

  private refreshed(): InForce {
    const { deps, inForce } = this;
    if (inForce !== undefined && !this.isStale) return inForce;
    const grants = usableGrants(deps.settings, deps.grants.list());
    const ingredients = ingredientsOf(deps, grants);
    if (inForce?.ingredients === ingredients) {
      this.isStale = false;
      return inForce;
    }
    const version = (inForce?.policy.version ?? 0) + 1;
    // The first policy is not announced as a change.
    if (inForce === undefined) this.announced = version;
    const workspaceRules = deps.settings.workspaceRules();
    const policy = buildPolicy({ version, settings: deps.settings, workspaceRules, grants });
    const next = { policy, ingredients, grants, ofSession: new Map<string, Policy>() };
    this.inForce = next;
    // Only after it is built: if that fails, the caller gets the failure, not the old rules.
    this.isStale = false;
    this.warnOnce(policyWarnings(policy, deps.settings, deps.tools()));
    return next;
  }

  private warnOnce(notes: readonly string[]): void {
    for (const note of notes) {
      // A name in it may come from a workspace.
      if (!this.reported.has(note)) this.deps.warn(neutralToastText(note));
      this.reported.add(note);
    }
  }

  private touch(): void {
    this.isStale = true;
    if (this.isQueued) return;
    this.isQueued = true;
    queueMicrotask(() => this.announce());
  }

  private announce(): void {
    this.isQueued = false;
    const { version } = this.refreshed().policy;
    if (version === this.announced) return;
    this.announced = version;
    this.changed.fire();
  }
}

function policyOfSession(
  { policy, grants, ofSession }: InForce,
  sessionId: string,
  permissionLevel: PermissionLevel,
): Policy {
  const known = ofSession.get(sessionId);
  if (known?.permissionLevel === permissionLevel) return known;
  const granted = grants.filter(
    ({ scope }) => scope.kind === 'session' && scope.sessionId === sessionId,
  );
  const ofChat = withSessionGrants(policy, granted);
  const made =
    permissionLevel === policy.permissionLevel
      ? ofChat
      : Object.freeze({ ...ofChat, permissionLevel });
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
