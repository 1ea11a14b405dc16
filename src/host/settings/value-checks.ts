import { matchesPathPattern } from '../../core/base/path-pattern';
import { matchesCommand, matchesWildcard } from '../../core/base/wildcard';
import type { SettingKey, SettingValue } from '../../core/contracts/settings';
import type { Patterns } from '../../core/ports/patterns';
import { dependencyCycle } from '../../core/gates/policies/sequential-dependency';
import { canonicalToolName } from '../policy/tool-names';
import { plainDependencies } from '../policy/tool-policies';

type Rules = SettingValue<'permissions'>;
type Rule = Rules[string][number];
type PolicyRules = SettingValue<'policy.rules'>;
type Declarations = SettingValue<'toolPolicies.profile'>;

/** What is wrong with a value that its schema lets pass. */
export interface ValueFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export interface CheckContext {
  /** True when `a` and `A` are different files here. */
  readonly caseSensitive: boolean;
  /** The engine that will search with the expressions of policy rules. */
  readonly patterns: Patterns;
}

type Check<V> = (value: V, context: CheckContext) => ValueFault | undefined;
type Checks = { readonly [K in SettingKey]?: Check<SettingValue<K>> };

/** What no schema can say: examples that do not hold, expressions that the engine refuses … */
const checks: Checks = {
  permissions: checkExamples,
  defaultPermissions: checkExamples,
  'policy.rules': checkExpressions,
  'authorization.rules': checkExpressions,
  'toolPolicies.groups': (groups) =>
    firstFault(Object.entries(groups), ([group, list]) => within(group, checkCycles(list))),
  'toolPolicies.profile': checkCycles,
};

/** The first fault of a value that has passed its schema. */
export function checkValue<K extends SettingKey>(
  key: K,
  value: SettingValue<K>,
  context: CheckContext,
): ValueFault | undefined {
  const check: Checks[K] = checks[key];
  return check?.(value, context);
}

/** Each example is tried as the gate tries a call: `match` must match, `notMatch` must not (003). */
function checkExamples(rules: Rules, context: CheckContext): ValueFault | undefined {
  return firstFault(Object.entries(rules), ([tool, list]) =>
    within(
      tool,
      firstFault(list.entries(), ([at, rule]) => within(at, checkRule(tool, rule, context))),
    ),
  );
}

function checkRule(tool: string, rule: Rule, context: CheckContext): ValueFault | undefined {
  const { match = [], notMatch = [] } = rule;
  const isMatch = matcherOf(canonicalToolName(tool), rule, context);
  const pattern = JSON.stringify(rule.pattern);
  return (
    firstFault(match.entries(), ([at, example]) =>
      isMatch(example)
        ? undefined
        : { path: ['match', at], message: `${pattern} does not match ${JSON.stringify(example)}` },
    ) ??
    firstFault(notMatch.entries(), ([at, example]) =>
      isMatch(example)
        ? { path: ['notMatch', at], message: `${pattern} matches ${JSON.stringify(example)}` }
        : undefined,
    )
  );
}

const commandTool = canonicalToolName('bash');

/** Tools whose rules speak of paths; the rules of all others speak of text. */
export const pathTools: ReadonlySet<string> = new Set(
  [
    'read',
    'write',
    'edit',
    'list_directory',
    'find_path',
    'grep',
    'create_directory',
    'delete_path',
    'move_path',
    'copy_path',
  ].map(canonicalToolName),
);

/** The matcher of the gate for this tool; a rule for all tools is tried as text and as path. */
function matcherOf(
  toolId: string,
  { pattern, action }: Rule,
  { caseSensitive }: CheckContext,
): (example: string) => boolean {
  const asText = (example: string) => matchesWildcard(pattern, example, { ignoreCase: true });
  const asCommand = (example: string) => matchesCommand(pattern, example, { ignoreCase: true });
  const asPath = (example: string) =>
    matchesPathPattern(pattern, example, { ignoreCase: action === 'deny' || !caseSensitive });
  if (toolId === '*') return (example) => asCommand(example) || asPath(example);
  if (toolId === commandTool) return asCommand;
  return pathTools.has(toolId) ? asPath : asText;
}

/** An expression that cannot be searched with would deny each call that its rule is tried on. */
function checkExpressions(rules: PolicyRules, { patterns }: CheckContext): ValueFault | undefined {
  return firstFault(rules.entries(), ([at, { args_match }]) => {
    const tried = args_match === undefined ? undefined : patterns.search(args_match, '');
    if (tried === undefined || tried.ok) return undefined;
    return { path: [at, 'args_match'], message: tried.failure.message };
  });
}

/** Tools that wait for each other can never run: the person surely meant something else. */
function checkCycles(list: Declarations): ValueFault | undefined {
  return firstFault(list.entries(), ([at, declaration]) => {
    if (declaration.policy !== 'sequential_dependency') return undefined;
    const cycle = dependencyCycle(plainDependencies(declaration.dependencies));
    if (cycle === undefined) return undefined;
    const names = cycle.join(' needs ');
    return { path: [at, 'dependencies'], message: `${names}, so none of them could ever run` };
  });
}

function firstFault<T>(
  items: Iterable<T>,
  check: (item: T) => ValueFault | undefined,
): ValueFault | undefined {
  for (const item of items) {
    const fault = check(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function within(part: PropertyKey, fault: ValueFault | undefined): ValueFault | undefined {
  return fault && { ...fault, path: [part, ...fault.path] };
}
