import type { BoundTool } from '../contracts/tools/bound-tool';
import { isCatchAll } from '../base/wildcard';
import { isGrant, isRuleFor, type PermissionRule } from '../contracts/calls/decision';
import type { Policy } from '../contracts/policy/policy';
import type { ToolSpec } from '../contracts/tool-spec';

/**
 * The tools a model may see: the registry minus policy, sorted by id so that provider caches stay
 * valid (INV-18). Hidden: ids not on the allowlist or not given to this run (INV-23), and tools
 * whose first rule denies everything (decision 7). Tools that may ask stay visible.
 */
export function catalogOf(
  tools: readonly Pick<BoundTool, 'id' | 'spec'>[],
  policy: Policy,
  allowedToolIds?: readonly string[],
): readonly ToolSpec[] {
  return tools
    .filter(({ id }) => policy.allowedTools.has(id) && allowedToolIds?.includes(id) !== false)
    .filter(({ id }) => !isDeniedOutright(id, policy))
    .map((tool) => tool.spec)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * True for a tool whose first rule denies everything: the model never sees it (decision 7). No
 * grant lifts the user's deny; workspace rules are judged separately.
 */
export function isDeniedOutright(toolId: string, { permissions }: Policy): boolean {
  const first = (isOf: (rule: PermissionRule) => boolean): PermissionRule | undefined =>
    permissions.find((rule) => isRuleFor(rule, toolId) && isOf(rule));
  const isFromWorkspace = ({ source }: PermissionRule): boolean => source === 'workspace';
  const isOwners = (rule: PermissionRule): boolean => !isFromWorkspace(rule) && !isGrant(rule);
  return [first(isFromWorkspace), first(isOwners)].some(
    (rule) => rule?.action === 'deny' && isCatchAll(rule.pattern),
  );
}
