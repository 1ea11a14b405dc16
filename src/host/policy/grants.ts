import { say } from '../../core/base/sentence';
import * as z from 'zod';
import {
  type Result,
  failure,
  assertNever,
  fail,
  succeed,
  type Failure,
} from '../../core/contracts/failure';
import type { Disposable } from '../../core/ports/system';
import { Emitter } from '../../adapters/system/emitter';
import {
  hasUnreadableRules,
  rulesToExtend,
  type ToolRules,
  rulesOfSetting,
  type ToolRule,
} from './setting-rules';
import { shortToolName } from '../../core/contracts/tool-spec';
import { commandTools, isSameTool, canonicalToolName } from '../settings/tool-names';
import type { SettingChanges } from '../settings/change-setting';
import type { SettingValues } from '../settings/read-settings';
import { hides } from '../../core/pipeline/shadowed-rules';
import { t } from '../window/language';

/** Storage of an "always allow" rule, and so its scope. */
export type GrantScope =
  | { readonly kind: 'session'; readonly sessionId: string }
  | { readonly kind: 'workspace' }
  | { readonly kind: 'user' };

export interface GrantedRule {
  readonly tool: string;
  readonly pattern: string;
  /** Digest of the only call it is for, which `pattern` names; only for a chat. */
  readonly exact?: string;
}

/** A granted rule as it is stored. */
interface SavedRule extends GrantedRule {
  /** Day of the grant, ISO 8601; absent in grants of an earlier version. */
  readonly added?: string;
}

/** Rules of chats and of this workspace that the user granted; user rules live in settings. */
export interface StoredGrant extends SavedRule {
  readonly scope: Exclude<GrantScope, { readonly kind: 'user' }>;
}

/** Allow rules that the user added to a chat or this workspace, or removed from there. */
export interface ChangedRules {
  readonly scope: StoredGrant['scope'];
  readonly added?: readonly GrantedRule[];
  readonly removed?: readonly GrantedRule[];
}

export interface GrantsDeps extends StoredRulesDeps {
  readonly settings: SettingValues & SettingChanges;
  /** The day, `2026-01-31`. */
  readonly today: () => string;
}

/**
 * The "always allow" rules of chats and workspace; those of the user become settings
 * (003-permissions-8).
 */
export class Grants implements Disposable {
  private readonly sessions = new Map<string, readonly SavedRule[]>();
  private readonly changed = new Emitter();
  private readonly saved = new Emitter<ChangedRules>();
  private readonly stored: ReturnType<typeof createStoredRules>;

  constructor(private readonly deps: GrantsDeps) {
    this.stored = createStoredRules(deps);
  }

  /**
   * Stores allow rules, all or none, each once; a second, equal one changes nothing. Never rejects.
   */
  async add(scope: GrantScope, granted: readonly GrantedRule[]): Promise<Result<void>> {
    const { deps, stored } = this;
    const added = deps.today();
    const rules = granted.map((rule) => ({ ...rule, added }));
    if (scope.kind !== 'user' && hasUnreadableRules(deps.settings)) return fail(noUse());
    switch (scope.kind) {
      case 'session': {
        const { sessionId } = scope;
        return this.change({ scope, added: granted }, () => {
          this.sessions.set(sessionId, withRules(this.ofSession(sessionId), rules));
        });
      }
      case 'workspace':
        if (!this.hasWorkspace()) return fail(noFolder());
        return this.change({ scope, added: granted }, () =>
          stored.write(withRules(stored.read(), rules)),
        );
      case 'user':
        return this.addUserRules(rules);
      default:
        return assertNever(scope);
    }
  }

  /** Rules of all chats and of this workspace, in the order they are tried. */
  list(): readonly StoredGrant[] {
    return [
      ...[...this.sessions].flatMap(([sessionId, rules]) =>
        inScope(rules, { kind: 'session', sessionId }),
      ),
      ...inScope(this.stored.read(), { kind: 'workspace' }),
    ];
  }

  /** Removes a rule at once. Never rejects. */
  remove({ scope, ...rule }: StoredGrant): Promise<Result<void>> {
    const { sessions, stored } = this;
    const { added: _, ...removed } = rule;
    return this.change({ scope, removed: [removed] }, async () => {
      if (scope.kind === 'workspace') await stored.write(without(stored.read(), rule));
      else sessions.set(scope.sessionId, without(this.ofSession(scope.sessionId), rule));
    });
  }

  /** Forgets the rules of a chat that has ended. */
  endSession(sessionId: string): void {
    if (this.sessions.delete(sessionId)) this.changed.fire();
  }

  /** False when no folder is open: then nothing can be stored for "this workspace". */
  hasWorkspace(): boolean {
    return this.deps.workspaceKey() !== undefined;
  }

  /** Fires when a rule of a chat or of this workspace changed; user rules are settings. */
  onDidChange(listener: () => void): Disposable {
    return this.changed.event(listener);
  }

  /** Fires after the user added or removed rules there; not when a chat ends with its rules. */
  onDidSave(listener: (changed: ChangedRules) => void): Disposable {
    return this.saved.event(listener);
  }

  dispose(): void {
    this.changed.dispose();
    this.saved.dispose();
  }

  private ofSession(sessionId: string): readonly SavedRule[] {
    return this.sessions.get(sessionId) ?? [];
  }

  private addUserRules(added: readonly DatedRule[]): Promise<Result<void>> {
    const { settings } = this.deps;
    return settings.change('permissions', (rules) => {
      const placed = placeAll(rulesToExtend(rules, settings), added);
      return placed.ok ? succeed(placed.value ?? rules) : placed;
    });
  }

  private async change(
    rules: ChangedRules,
    act: () => void | Promise<void>,
  ): Promise<Result<void>> {
    try {
      await act();
    } catch (error) {
      return fail(notSaved(error));
    }
    this.changed.fire();
    this.saved.fire(rules);
    return succeed(undefined);
  }
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
  return isSameTool(a.tool, b.tool) && a.pattern === b.pattern && a.exact === b.exact;
}

function notSaved(error: unknown) {
  const reason = error instanceof Error ? error.message : t('unknown reason');
  return failure('execution', t('The rule could not be saved: {0}.', reason), {
    suggestion: say`Allow the call once, or try again.`,
  });
}

/** Saved now, it would have no effect until then, and an unnoticed one afterwards. */
function noUse() {
  return failure(
    'validation',
    t(
      'Your permission rules cannot be read, and no "Always allow" rule is used until they are corrected.',
    ),
    {
      suggestion: say`Correct gatehouse.permissions or gatehouse.defaultPermissions, or allow the call once.`,
    },
  );
}

function noFolder() {
  return failure(
    'unavailable',
    t('No folder is open, so there is no workspace to keep the rule for.'),
    {
      suggestion: say`Choose "this chat" or "user settings".`,
    },
  );
}

const storedSchema = z.array(
  z.strictObject({
    tool: z.string().min(1),
    pattern: z.string().min(1),
    added: z.string().exactOptional(),
  }),
);

/** The part of VS Code's Memento that is used here. */
export interface GrantMemento {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface StoredRulesDeps {
  /** Global state: a workspace's files never decide what was granted. */
  readonly memento: GrantMemento;
  /** Stable canonical name of the open workspace; undefined when no folder is open. */
  readonly workspaceKey: () => string | undefined;
  /** Notifies the user, once per cause. */
  readonly problem: (message: string) => void;
}

/**
 * The rules of this workspace in the global state. Unreadable data stays, and grants nothing.
 */
function createStoredRules(deps: StoredRulesDeps) {
  const reported = new Set<string>();

  function memoryKey(): string | undefined {
    const workspace = deps.workspaceKey();
    return workspace === undefined ? undefined : `gatehouse.grants:${workspace}`;
  }

  function report(key: string): void {
    if (reported.has(key)) return;
    reported.add(key);
    deps.problem(
      t(
        'The "Always allow" rules of this workspace cannot be read and are not used, so calls ask again. Saving a new one starts a new list; the unreadable file is kept.',
      ),
    );
  }

  return {
    read(): readonly SavedRule[] {
      const key = memoryKey();
      const value = key === undefined ? undefined : deps.memento.get(key);
      if (key === undefined || value === undefined) return [];
      const rules = storedSchema.safeParse(value);
      if (rules.success) return rules.data;
      report(key);
      return [];
    },
    async write(rules: readonly SavedRule[]): Promise<void> {
      const key = memoryKey();
      if (key === undefined) return;
      const old = deps.memento.get(key);
      if (old !== undefined && !storedSchema.safeParse(old).success) {
        await deps.memento.update(`${key}:unreadable`, old);
      }
      await deps.memento.update(key, rules.length === 0 ? undefined : rules);
    },
  };
}

/** A grant in the user's settings: its day marks it as a grant (decision 4). */
interface DatedRule extends GrantedRule {
  readonly added: string;
}

/**
 * The user's rules with one more allow rule; undefined when they contain it already. The first
 * match wins, so the rule goes before an ask that could hide it, and after each deny. A rule that
 * another one would still hide is refused: it would have no effect.
 */
export function insertRule(rules: ToolRules, granted: DatedRule): Result<ToolRules | undefined> {
  const key = keyOf(rules, granted.tool);
  const list = rules[key] ?? [];
  const known = list.some(({ pattern, action }) => {
    return pattern === granted.pattern && action === 'allow';
  });
  if (known) return succeed(undefined);
  const placed = withList(rules, key, withRule(list, granted));
  const hiding = hidingRuleLocation(placed, granted);
  return hiding === undefined ? succeed(placed) : fail(hidden(hiding));
}

function keyOf(rules: ToolRules, tool: string): string {
  const known = Object.keys(rules).find((name) => isSameTool(name, tool));
  return known ?? shortToolName(canonicalToolName(tool));
}

function withRule(list: readonly ToolRule[], { pattern, added }: DatedRule): ToolRule[] {
  const firstAsk = list.findIndex(({ action }) => action === 'ask');
  const lastDeny = list.findLastIndex(({ action }) => action === 'deny');
  const at = firstAsk > lastDeny ? firstAsk : list.length;
  return list.toSpliced(at, 0, { pattern, action: 'allow', added });
}

/** A new list goes before the rules for all tools, unless those deny something. */
function withList(rules: ToolRules, key: string, list: ToolRule[]): ToolRules {
  const forAll = rules['*'];
  const before = forAll?.every(({ action }) => action !== 'deny') === true;
  if (Object.hasOwn(rules, key) || !before) return { ...rules, [key]: list };
  const entries = Object.entries(rules);
  const at = entries.findIndex(([name]) => name === '*');
  return Object.fromEntries(entries.toSpliced(at, 0, [key, list]));
}

/** The earlier rule that decides all calls of the granted one, unless it allows them too. */
function hidingRuleLocation(rules: ToolRules, granted: DatedRule): string | undefined {
  const all = rulesOfSetting(rules, 'user', 'permissions');
  const at = all.findIndex(
    ({ tool, pattern, action }) =>
      action === 'allow' && pattern === granted.pattern && isSameTool(tool, granted.tool),
  );
  const rule = all[at];
  if (rule === undefined) return undefined;
  return all
    .slice(0, at)
    .find((earlier) => earlier.action !== 'allow' && hides(earlier, rule, commandTools))?.place;
}

function hidden(place: string): Failure {
  return failure(
    'validation',
    t('Your rule {0} comes first, so the new rule would have no effect.', place),
    {
      suggestion: say`Move that rule down in gatehouse.permissions, or allow the call once.`,
    },
  );
}
