import { shown, shownFailure, t } from '../window/language';
import type { SettingKey, SettingValue } from '../../core/contracts/settings/settings';
import type { Patterns } from '../../core/ports/policy';
import { dependencyCycle } from '../../core/gates/policies/sequential-dependency';
import { plainDependencies } from './tool-policies';
import { isReadablePathPattern, matchesPathPattern } from '../../core/base/path-pattern';
import { canonicalToolName, commandTools, webTools } from './tool-names';
import { parseUrlRule } from '../../core/contracts/policy/url-rule';
import { matchesAddress } from '../../core/gates/rules/address-rule';
import { commandPieces } from '../../core/base/command-text';
import { matchesCommand, matchesWildcard } from '../../core/base/wildcard';
import { knownTools } from '../../core/tools/known.gen';

/** Problems of a value that its schema accepts. */
export interface ValueIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function firstIssue<T>(
  items: Iterable<T>,
  check: (item: T) => ValueIssue | undefined,
): ValueIssue | undefined {
  for (const item of items) {
    const fault = check(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The fault as seen from the value that holds the faulty one as `part`. */
function atPath(part: PropertyKey, fault: ValueIssue | undefined): ValueIssue | undefined {
  return fault && { ...fault, path: [part, ...fault.path] };
}

/** Result for a value that could not be checked. */
export function thrownIssue(error: unknown): ValueIssue {
  const reason = error instanceof Error ? error.message : t('unknown reason');
  return { path: [], message: t('The value cannot be read: {0}', reason) };
}

type Rules = SettingValue<'permissions'>;
type PolicyRules = SettingValue<'policy.rules'>;
type Declarations = SettingValue<'toolPolicies.profile'>;

export interface CheckContext {
  /** True when `a` and `A` are different files here. */
  readonly caseSensitive: boolean;
  /** The engine that will search with the expressions of policy rules. */
  readonly patterns: Patterns;
}

type Check<V> = (value: V, context: CheckContext) => ValueIssue | undefined;
type Checks = { readonly [K in SettingKey]?: Check<SettingValue<K>> };

/** Checks beyond the schema: failing examples, expressions that the engine rejects … */
const checks: Checks = {
  permissions: checkPermissions,
  defaultPermissions: checkPermissions,
  'policy.rules': checkPolicyRules,
  'authorization.rules': checkPolicyRules,
  'file.denyRead': checkGlobs,
  'file.askRead': checkGlobs,
  'file.allowRead': checkGlobs,
  'web.allow': checkAddresses,
  'web.deny': checkAddresses,
  'toolPolicies.groups': (groups) =>
    firstIssue(Object.entries(groups), ([group, list]) => atPath(group, checkCycles(list))),
  'toolPolicies.profile': checkCycles,
};

/** The first fault of a value that has passed its schema. */
export function checkValue<K extends SettingKey>(
  key: K,
  value: SettingValue<K>,
  context: CheckContext,
): ValueIssue | undefined {
  const check: Checks[K] = checks[key];
  return check?.(value, context);
}

function checkPermissions(rules: Rules, context: CheckContext): ValueIssue | undefined {
  const globs = firstIssue(Object.entries(rules), ([tool, list]) => {
    const fault = checkPatternsOf(
      tool,
      list.map(({ pattern }) => pattern),
    );
    return atPath(tool, fault && { ...fault, path: [...fault.path, 'pattern'] });
  });
  return globs ?? checkExamples(rules, context.caseSensitive);
}

function checkPolicyRules(rules: PolicyRules, context: CheckContext): ValueIssue | undefined {
  const globs = firstIssue(rules.entries(), ([at, { paths = [] }]) =>
    atPath(at, atPath('paths', checkGlobs(paths))),
  );
  return globs ?? checkExpressions(rules, context);
}

/** An unusable expression would deny every call that its rule is tried on. */
function checkExpressions(rules: PolicyRules, { patterns }: CheckContext): ValueIssue | undefined {
  return firstIssue(rules.entries(), ([at, { args_match }]) => {
    const tried = args_match === undefined ? undefined : patterns.search(args_match, '');
    if (tried === undefined || tried.ok) return undefined;
    return { path: [at, 'args_match'], message: shownFailure(tried.failure) };
  });
}

/** Tools that wait for each other can never run: the setting is surely a mistake. */
function checkCycles(list: Declarations): ValueIssue | undefined {
  return firstIssue(list.entries(), ([at, declaration]) => {
    if (declaration.policy !== 'sequential_dependency') return undefined;
    const cycle = dependencyCycle(plainDependencies(declaration.dependencies));
    if (cycle === undefined) return undefined;
    const message = t(
      'These tools wait for each other, so none of them could ever run: {0}',
      cycle.join(' → '),
    );
    return { path: [at, 'dependencies'], message };
  });
}

/** A glob with too many expansions is matched against no path: its deny would have no effect. */
function checkGlobs(globs: readonly string[]): ValueIssue | undefined {
  return firstIssue(globs.entries(), ([at, glob]) =>
    isReadablePathPattern(glob)
      ? undefined
      : { path: [at], message: t('The pattern expands to too many others; use fewer braces') },
  );
}

/** The patterns of each tool, as a workspace writes them. */
export function checkToolPatterns(
  patterns: Readonly<Record<string, readonly string[]>>,
): ValueIssue | undefined {
  return firstIssue(Object.entries(patterns), ([tool, list]) =>
    atPath(tool, checkPatternsOf(tool, list)),
  );
}

/** Patterns for commands are not globs: in them a brace is literal. */
export function checkPatternsOf(tool: string, patterns: readonly string[]): ValueIssue | undefined {
  const id = canonicalToolName(tool);
  if (commandTools.includes(id)) return undefined;
  if (!webTools.includes(id)) return checkGlobs(patterns);
  return firstIssue(patterns.entries(), ([at, pattern]) => {
    const isForm = pattern === '*' || (/^https:/i.test(pattern) && parseUrlRule(pattern).ok);
    if (isForm) return undefined;
    const message = t(
      '{0} is not a rule for addresses; write https://host/path*, for example https://example.com/*, or * for all',
      JSON.stringify(pattern),
    );
    return { path: [at], message };
  });
}

/** An entry that names no address could be a deny that never matches. */
function checkAddresses(addresses: readonly string[]): ValueIssue | undefined {
  return firstIssue(addresses.entries(), ([at, address]) => {
    const rule = parseUrlRule(address);
    return rule.ok ? undefined : { path: [at], message: shown(rule.failure).replace(/[.。]$/, '') };
  });
}

type ToolRules = SettingValue<'permissions'>;
type ToolRule = ToolRules[string][number];

/**
 * Each example is tried as the gate tries a call: `match` must match, `notMatch` must not
 * (003-permissions-6).
 */
function checkExamples(rules: ToolRules, caseSensitive: boolean): ValueIssue | undefined {
  return firstIssue(Object.entries(rules), ([tool, list]) =>
    atPath(
      tool,
      firstIssue(list.entries(), ([at, rule]) =>
        atPath(at, checkRule(rule, matcherOf(canonicalToolName(tool), rule, caseSensitive))),
      ),
    ),
  );
}

type Matcher = (example: string) => boolean;

function checkRule(rule: ToolRule, isMatch: Matcher): ValueIssue | undefined {
  const { match = [], notMatch = [] } = rule;
  const pattern = JSON.stringify(rule.pattern);
  return (
    firstIssue(match.entries(), ([at, example]) =>
      isMatch(example)
        ? undefined
        : {
            path: ['match', at],
            message: t('{0} does not match {1}', pattern, JSON.stringify(example)),
          },
    ) ??
    firstIssue(notMatch.entries(), ([at, example]) =>
      isMatch(example)
        ? {
            path: ['notMatch', at],
            message: t('{0} matches {1}', pattern, JSON.stringify(example)),
          }
        : undefined,
    )
  );
}

/** Tools whose rules match paths; all other rules match text. */
export const pathTools: ReadonlySet<string> = new Set(
  knownTools.filter(({ group }) => group === 'filesystem').map(({ id }) => id),
);

/** The matcher of the gate for this tool; a rule for all tools is tried as text and as path. */
function matcherOf(toolId: string, { pattern, action }: ToolRule, caseSensitive: boolean): Matcher {
  const asText: Matcher = (example) => matchesWildcard(pattern, example, { ignoreCase: true });
  const asCommand: Matcher = (example) =>
    commandTexts(example, action).some((text) =>
      matchesCommand(pattern, text, { ignoreCase: true }),
    );
  const asPath: Matcher = (example) =>
    matchesPathPattern(pattern, example, { ignoreCase: action !== 'allow' || !caseSensitive });
  if (toolId === '*') return (example) => asCommand(example) || asPath(example);
  if (commandTools.includes(toolId)) return asCommand;
  if (webTools.includes(toolId)) return (example) => matchesAddress({ pattern, action }, example);
  return pathTools.has(toolId) ? asPath : asText;
}

/** Deny and ask patterns match each piece of a command; allow patterns, the whole (decision 5). */
function commandTexts(command: string, action: ToolRule['action']): readonly string[] {
  return action === 'allow' ? [command] : [command, ...commandPieces(command)];
}
