import type { SettingValue } from '../../core/contracts/settings/settings';
import { assertNever } from '../../core/contracts/failure';
import type { ToolPolicies, ToolPolicy } from '../../core/contracts/policy/tool-policy';
import { readBeforeWrite } from '../../core/gates/policies/read-before-write';
import { sequentialDependency } from '../../core/gates/policies/sequential-dependency';
import { shortToolName } from '../../core/contracts/tool-spec';
import { canonicalToolName } from './tool-names';

type Groups = SettingValue<'toolPolicies.groups'>;
type Declarations = SettingValue<'toolPolicies.profile'>;
type Dependencies = Readonly<Record<string, readonly string[]>>;

export interface DeclaredPolicies {
  /** As the user set them; a group that is not named keeps its default (W17). */
  readonly groups: Groups;
  readonly defaultGroups: Groups;
  readonly profile: Declarations;
}

/** The tool policies that settings declare, per group and for all (W2). */
export function buildToolPolicies(declared: DeclaredPolicies): ToolPolicies {
  const groups = Object.entries({ ...declared.defaultGroups, ...declared.groups });
  return {
    groups: new Map(groups.map(([group, list]) => [group, policiesOf(list)])),
    profile: policiesOf(declared.profile),
  };
}

function policiesOf(list: Declarations): readonly ToolPolicy[] {
  return Object.freeze(list.map(policyOf));
}

function policyOf(declaration: Declarations[number]): ToolPolicy {
  switch (declaration.policy) {
    case 'sequential_dependency':
      return sequentialDependency(plainDependencies(declaration.dependencies));
    case 'read_before_write':
      return readBeforeWrite({
        ...(declaration.read_tools && { readTools: declaration.read_tools.map(canonicalToolName) }),
        ...(declaration.write_tools && {
          writeTools: declaration.write_tools.map(canonicalToolName),
        }),
      });
    default:
      return assertNever(declaration);
  }
}

/**
 * Dependencies by the names that model and user know, which the policy makes canonical: aliases
 * are resolved, and two spellings of one tool are one entry (C10).
 */
export function plainDependencies(dependencies: Dependencies): Dependencies {
  const joined = new Map<string, readonly string[]>();
  for (const [tool, needed] of Object.entries(dependencies)) {
    const name = plainName(tool);
    const all = [...(joined.get(name) ?? []), ...needed.map(plainName)];
    joined.set(name, [...new Set(all)]);
  }
  return Object.fromEntries(joined);
}

function plainName(name: string): string {
  return shortToolName(canonicalToolName(name));
}
