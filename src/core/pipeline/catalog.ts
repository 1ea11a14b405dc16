import type { BoundTool } from '../contracts/bound-tool';
import { isRuleFor } from '../contracts/decision';
import type { ToolSpec } from '../contracts/tool-spec';
import type { PipelineDeps } from './deps';

/**
 * The tools a model may see: the registry minus policy, sorted by id so that provider caches hold
 * (001 inv. 18). Hidden: ids off the allowlist, and tools whose first rule denies everything
 * (DESIGN decision 7). Tools that may ask stay visible.
 */
export function catalogOf(deps: PipelineDeps): readonly ToolSpec[] {
  const allowed = new Set(deps.policy.allowedTools());
  return deps.tools
    .filter((tool) => allowed.has(tool.id) && !isDeniedOutright(tool, deps))
    .map((tool) => tool.spec)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function isDeniedOutright(tool: BoundTool, deps: PipelineDeps): boolean {
  const first = deps.permissions.rules().find((rule) => isRuleFor(rule, tool));
  return first?.action === 'deny' && first.pattern === '*';
}
