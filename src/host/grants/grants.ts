import { failure } from '../../core/contracts/failure';
import { assertNever, fail, succeed, type Result } from '../../core/contracts/result';
import type { Disposable } from '../../core/ports/disposable';
import { createEmitter } from '../approvals/listeners';
import { hasUnreadableRules, rulesToExtend, type ToolRules } from '../policy/setting-rules';
import { isSameTool } from '../policy/tool-names';
import type { SettingChanges } from '../settings/change-setting';
import type { SettingValues } from '../settings/read-settings';
import { insertRule, type DatedRule } from './place-rule';
import { createStoredRules, type StoredRulesDeps } from './stored-rules';
import type { GrantedRule, Grants, GrantScope, SavedRule, StoredGrant } from './types';

export interface GrantsDeps extends StoredRulesDeps {
  readonly settings: SettingValues & SettingChanges;
  /** The day, `2026-01-31`. */
  readonly today: () => string;
}

/** The "always allow" rules of chats and workspace; those of the user become settings (003). */
export function createGrants(deps: GrantsDeps): Grants & Disposable {
  const { settings } = deps;
  const sessions = new Map<string, readonly SavedRule[]>();
  const changed = createEmitter();
  const stored = createStoredRules(deps);
  const ofSession = (sessionId: string) => sessions.get(sessionId) ?? [];

  const addUserRules = (added: readonly DatedRule[]): Promise<Result<void>> =>
    settings.change('permissions', (rules) => {
      const placed = placeAll(rulesToExtend(rules, settings), added);
      return placed.ok ? succeed(placed.value ?? rules) : placed;
    });

  async function change(act: () => void | Promise<void>): Promise<Result<void>> {
    try {
      await act();
    } catch (error) {
      return fail(notSaved(error));
    }
    changed.fire();
    return succeed(undefined);
  }

  return {
    async add(scope, granted) {
      const added = deps.today();
      const rules = granted.map(({ tool, pattern }) => ({ tool, pattern, added }));
      if (scope.kind !== 'user' && hasUnreadableRules(settings)) return fail(noUse());
      switch (scope.kind) {
        case 'session':
          return change(() => {
            sessions.set(scope.sessionId, withRules(ofSession(scope.sessionId), rules));
          });
        case 'workspace':
          if (deps.workspaceKey() === undefined) return fail(noFolder());
          return change(() => stored.write(withRules(stored.read(), rules)));
        case 'user':
          return addUserRules(rules);
        default:
          return assertNever(scope);
      }
    },
    list: () => [
      ...[...sessions].flatMap(([sessionId, rules]) =>
        inScope(rules, { kind: 'session', sessionId }),
      ),
      ...inScope(stored.read(), { kind: 'workspace' }),
    ],
    remove: ({ scope, ...rule }) =>
      change(async () => {
        if (scope.kind === 'workspace') await stored.write(without(stored.read(), rule));
        else sessions.set(scope.sessionId, without(ofSession(scope.sessionId), rule));
      }),
    endSession(sessionId) {
      if (sessions.delete(sessionId)) changed.fire();
    },
    hasWorkspace: () => deps.workspaceKey() !== undefined,
    onDidChange: (listener) => changed.event(listener),
    dispose() {
      changed.dispose();
    },
  };
}

/** Undefined when the rules hold all of them already. */
function placeAll(rules: ToolRules, added: readonly DatedRule[]): Result<ToolRules | undefined> {
  let extended: ToolRules | undefined;
  for (const rule of added) {
    const placed = insertRule(extended ?? rules, rule);
    if (!placed.ok) return placed;
    extended = placed.value ?? extended;
  }
  return succeed(extended);
}

function inScope(
  rules: readonly SavedRule[],
  scope: Exclude<GrantScope, { readonly kind: 'user' }>,
): readonly StoredGrant[] {
  return rules.map((rule) => ({ ...rule, scope }));
}

function without(rules: readonly SavedRule[], rule: GrantedRule): readonly SavedRule[] {
  return rules.filter((kept) => !isSame(kept, rule));
}

function withRules(known: readonly SavedRule[], added: readonly SavedRule[]): readonly SavedRule[] {
  return added.reduce(
    (rules, rule) => (rules.some((each) => isSame(each, rule)) ? rules : [...rules, rule]),
    known,
  );
}

function isSame(a: GrantedRule, b: GrantedRule): boolean {
  return isSameTool(a.tool, b.tool) && a.pattern === b.pattern;
}

function notSaved(error: unknown) {
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return failure('execution', `The rule could not be saved: ${reason}.`, {
    suggestion: 'Allow the call once, or try again.',
  });
}

/** Saved now, it would do nothing until then, and something unseen afterwards. */
function noUse() {
  return failure(
    'validation',
    'Your permission rules cannot be read, and no grant is used until they are corrected.',
    {
      suggestion:
        'Correct gatehouse.permissions or gatehouse.defaultPermissions, or allow the call once.',
    },
  );
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
