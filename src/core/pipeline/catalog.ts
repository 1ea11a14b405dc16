import { isCatchAll } from '../base/wildcard';
import { isGrant, isRuleFor, type PermissionRule } from '../contracts/calls/decision';
import type { Policy } from '../contracts/policy/policy';
import type { ToolSpec } from '../contracts/tool-spec';
import type { CatalogRequest, ToolSelector } from './runtime/deps';

/** The selectors that are always in force, in their order. */
export const toolSelectors: readonly ToolSelector[] = [hideDenied];

/**
 * The tools that a request offers to the model, sorted by id (INV-18). What a selector adds or
 * reorders has no effect.
 */
export function offeredTools(
  all: readonly ToolSpec[],
  request: CatalogRequest,
  selectors: readonly ToolSelector[],
): readonly ToolSpec[] {
  return selectors.reduce<readonly ToolSpec[]>((tools, select) => {
    const chosen = new Set(select(tools, request));
    return tools.filter((tool) => chosen.has(tool));
  }, all);
}

/**
 * Hides tools that would only be refused: ids not on the allowlist or not given to this run
 * (INV-23), and tools whose first rule denies everything (decision 7). Tools that may ask stay
 * visible.
 */
function hideDenied(
  tools: readonly ToolSpec[],
  { policy, allowedToolIds }: CatalogRequest,
): readonly ToolSpec[] {
  return tools
    .filter(({ name }) => policy.allowedTools.has(name) && allowedToolIds?.includes(name) !== false)
    .filter(({ name }) => !isDeniedOutright(name, policy));
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
