import type { Workspace } from '../../core/ports/workspace';
import type { WorkspaceContext } from '../../core/ports/workspace-context';
import { readRulesFiles, type RulesSources } from './rules-files';
import { readFacts, type FactSources } from './workspace-facts';

export interface WorkspaceContextDeps
  extends Omit<RulesSources, 'files'>, Omit<FactSources, 'files'> {
  readonly files: RulesSources['files'] & FactSources['files'];
  readonly workspace: Pick<Workspace, 'roots' | 'isTrusted'>;
  /** Setting `gatehouse.agent.rulesFiles`. */
  readonly readsRules: () => boolean;
}

const nothing = { rules: [], problems: [] };

/**
 * What the agent is told of the workspace. Nothing of an untrusted one is read as instruction, not
 * even the names of its files (DESIGN section 6).
 */
export function createWorkspaceContext(deps: WorkspaceContextDeps): WorkspaceContext {
  return {
    read: async (signal) => {
      if (!deps.workspace.isTrusted()) return { lines: [], ...nothing };
      const [lines, found] = await Promise.all([
        readFacts(deps, signal),
        deps.readsRules() ? readRulesFiles(deps, signal) : nothing,
      ]);
      return { lines, ...found };
    },
  };
}
