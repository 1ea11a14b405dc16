import type { SettingKey, SettingValue } from '../../core/contracts/settings';
import type { Patterns } from '../../core/ports/patterns';
import { dependencyCycle } from '../../core/gates/policies/sequential-dependency';
import { plainDependencies } from '../policy/tool-policies';
import { checkExamples } from './example-checks';
import { firstIssue, atPath, type ValueIssue } from './faults';
import { checkGlobs, checkPatternsOf } from './pattern-checks';

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

/** What no schema can say: examples that do not hold, expressions that the engine refuses … */
const checks: Checks = {
  permissions: checkPermissions,
  defaultPermissions: checkPermissions,
  'policy.rules': checkPolicyRules,
  'authorization.rules': checkPolicyRules,
  'file.denyRead': checkGlobs,
  'file.allowRead': checkGlobs,
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

/** An expression that cannot be searched with would deny each call that its rule is tried on. */
function checkExpressions(rules: PolicyRules, { patterns }: CheckContext): ValueIssue | undefined {
  return firstIssue(rules.entries(), ([at, { args_match }]) => {
    const tried = args_match === undefined ? undefined : patterns.search(args_match, '');
    if (tried === undefined || tried.ok) return undefined;
    return { path: [at, 'args_match'], message: tried.failure.message };
  });
}

/** Tools that wait for each other can never run: the person surely meant something else. */
function checkCycles(list: Declarations): ValueIssue | undefined {
  return firstIssue(list.entries(), ([at, declaration]) => {
    if (declaration.policy !== 'sequential_dependency') return undefined;
    const cycle = dependencyCycle(plainDependencies(declaration.dependencies));
    if (cycle === undefined) return undefined;
    const names = cycle.join(' needs ');
    return { path: [at, 'dependencies'], message: `${names}, so none of them could ever run` };
  });
}
