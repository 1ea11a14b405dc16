import type { PermissionRule, RuleSource } from '../../core/contracts/decision';
import { failure } from '../../core/contracts/failure';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { SettingValue } from '../../core/contracts/settings';
import type { Disposable } from '../../core/ports/disposable';
import { createListeners } from '../approvals/listeners';
import { placeRule } from './place-rule';
import { createStoredRules, type StoredRulesDeps } from './stored-rules';
import type { GrantedRule, Grants, GrantScope, StoredGrant } from './types';

type UserRules = SettingValue<'permissions'>;

export interface GrantsDeps extends StoredRulesDeps {
  readonly userRules: () => UserRules;
  readonly defaultRules: () => UserRules;
  /** False while the user's rules cannot be read: then nothing is written over them. */
  readonly canWriteUserRules: () => boolean;
  /** Writes `gatehouse.permissions` to the user settings. */
  readonly writeUserRules: (rules: UserRules) => PromiseLike<void>;
  /** Fires when the rules in the settings changed. */
  readonly onSettingsChange: (listener: () => void) => Disposable;
}

/** The "always allow" rules of chats, workspace and user, and the one list that gates read. */
export function createGrants(deps: GrantsDeps): Grants & Disposable {
  const sessions = new Map<string, readonly GrantedRule[]>();
  const changed = createListeners();
  const stored = createStoredRules(deps);
  const settings = deps.onSettingsChange(() => changed.notify());
  const ofSession = (sessionId: string) => sessions.get(sessionId) ?? [];

  async function addTo(scope: GrantScope, rule: GrantedRule): Promise<void> {
    switch (scope.kind) {
      case 'session':
        sessions.set(scope.sessionId, withRule(ofSession(scope.sessionId), rule));
        return;
      case 'workspace':
        return stored.write(withRule(stored.read(), rule));
      case 'user': {
        const placed = placeRule(deps.userRules(), rule);
        if (placed !== undefined) await deps.writeUserRules(placed);
      }
    }
  }

  async function removeFrom({ scope, ...rule }: StoredGrant): Promise<void> {
    if (scope.kind === 'workspace') await stored.write(without(stored.read(), rule));
    else sessions.set(scope.sessionId, without(ofSession(scope.sessionId), rule));
  }

  async function change(act: () => Promise<void>): Promise<Result<void>> {
    try {
      await act();
    } catch (error) {
      return fail(notSaved(error));
    }
    changed.notify();
    return succeed(undefined);
  }

  return {
    rules: (sessionId) => [
      ...allowRules(sessionId === undefined ? [] : ofSession(sessionId), 'session'),
      ...allowRules(stored.read(), 'granted'),
      ...settingRules(deps.userRules(), 'user'),
      ...settingRules(deps.defaultRules(), 'default'),
    ],
    async add(scope, rule) {
      if (scope.kind === 'workspace' && deps.workspaceKey() === undefined) return fail(noFolder());
      if (scope.kind === 'user' && !deps.canWriteUserRules()) return fail(unreadableUserRules());
      return change(() => addTo(scope, rule));
    },
    list: () => [...sessionGrants(sessions), ...workspaceGrants(stored.read())],
    remove: (grant) => change(() => removeFrom(grant)),
    endSession(sessionId) {
      if (sessions.delete(sessionId)) changed.notify();
    },
    hasWorkspace: () => deps.workspaceKey() !== undefined,
    onDidChange: (listener) => changed.add(listener),
    dispose() {
      settings.dispose();
      changed.clear();
    },
  };
}

function allowRules(rules: readonly GrantedRule[], source: RuleSource): readonly PermissionRule[] {
  return rules.map(({ tool, pattern }) => ({ tool, pattern, action: 'allow', source }));
}

function settingRules(rules: UserRules, source: RuleSource): readonly PermissionRule[] {
  return Object.entries(rules).flatMap(([tool, list]) =>
    list.map(({ pattern, action }) => ({ tool, pattern, action, source })),
  );
}

function sessionGrants(
  sessions: ReadonlyMap<string, readonly GrantedRule[]>,
): readonly StoredGrant[] {
  return [...sessions].flatMap(([sessionId, rules]) =>
    rules.map((rule) => ({ ...rule, scope: { kind: 'session', sessionId } })),
  );
}

function workspaceGrants(rules: readonly GrantedRule[]): readonly StoredGrant[] {
  return rules.map((rule) => ({ ...rule, scope: { kind: 'workspace' } }));
}

function without(rules: readonly GrantedRule[], rule: GrantedRule): readonly GrantedRule[] {
  return rules.filter((kept) => !isSame(kept, rule));
}

function withRule(rules: readonly GrantedRule[], rule: GrantedRule): readonly GrantedRule[] {
  if (rules.some((known) => isSame(known, rule))) return rules;
  return [...rules, { tool: rule.tool, pattern: rule.pattern }];
}

function isSame(a: GrantedRule, b: GrantedRule): boolean {
  return a.tool === b.tool && a.pattern === b.pattern;
}

function notSaved(error: unknown) {
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return failure('execution', `The rule could not be saved: ${reason}.`, {
    suggestion: 'Allow the call once, or try again.',
  });
}

function noFolder() {
  return failure(
    'unavailable',
    'No folder is open, so there is no workspace to keep the rule for.',
    {
      suggestion: 'Choose "this chat" or "user settings".',
    },
  );
}

function unreadableUserRules() {
  return failure('validation', 'Your setting gatehouse.permissions cannot be read.', {
    suggestion: 'Correct it in the settings first; nothing was written over it.',
  });
}
