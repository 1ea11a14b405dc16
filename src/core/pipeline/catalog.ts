import type { BoundTool } from '../contracts/bound-tool';
import { isRuleFor, type PermissionRule, type RuleSource } from '../contracts/decision';
import type { Policy } from '../contracts/policy';
import type { ToolSpec } from '../contracts/tool-spec';

const grants: ReadonlySet<RuleSource> = new Set(['session', 'granted']);

/**
 * The tools a model may see: the registry minus policy, sorted by id so that provider caches hold
 * (001 inv. 18). Hidden: ids off the allowlist or not given to this run (001 inv. 23), and tools
 * whose first rule denies everything (DESIGN decision 7). Tools that may ask stay visible.
 */
export function catalogOf(
  tools: readonly BoundTool[],
  policy: Policy,
  allowedToolIds?: readonly string[],
): readonly ToolSpec[] {
  return tools
    .filter(({ id }) => policy.allowedTools.has(id) && allowedToolIds?.includes(id) !== false)
    .filter(({ id }) => !isDeniedOutright(id, policy))
    .map((tool) => tool.spec)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** No grant lifts what the owner denies, and the workspace's rules are judged on their own. */
function isDeniedOutright(toolId: string, { permissions }: Policy): boolean {
  const first = (isOf: (source: RuleSource) => boolean): PermissionRule | undefined =>
    permissions.find((rule) => isOf(rule.source) && isRuleFor(rule, toolId));
  const isFromWorkspace = (source: RuleSource): boolean => source === 'workspace';
  const isOwners = (source: RuleSource): boolean => !isFromWorkspace(source) && !grants.has(source);
  return [first(isFromWorkspace), first(isOwners)].some(
    (rule) => rule?.action === 'deny' && rule.pattern === '*',
  );
}
