import { systemClock } from '../../adapters/system/clock';
import { loadOnce } from '../../core/base/load-once';
import type { Disposable } from '../../core/ports/disposable';
import type { WorkspaceContext } from '../../core/ports/workspace';
import { createLazyContext } from '../context/lazy-context';
import { watchTerminalOutput } from '../context/terminal-output';
import type { ContextSources } from '../context/context-parts';
import type { Log } from '../window/log';
import type { HostSettings } from '../settings/create-settings';
import type { HostWorkspace } from '../workspace/workspace';
import type { FileAccess } from './file-access';

export interface ContextParts {
  /** The agent's description of the workspace. */
  readonly workspaceContext: WorkspaceContext;
  /** Context that the user adds to a message. */
  readonly contextSources: ContextSources;
  readonly contextOwned: readonly Disposable[];
}

interface Sources extends FileAccess {
  readonly settings: HostSettings;
  readonly workspace: HostWorkspace;
  readonly log: Log;
}

/** Where context comes from; loaded with the first message or the first chip. */
export function composeContext(sources: Sources): ContextParts {
  const { files, search, workspace, settings, log } = sources;
  const terminals = watchTerminalOutput();
  const load = loadOnce(async () => {
    const { createContext } = await import('../context/context-entry');
    return createContext({
      files,
      search,
      workspace,
      lastOutput: () => terminals.last(),
      readsRules: () => settings.get('agent.rulesFiles'),
      now: () => systemClock.now(),
    });
  });
  const { workspaceContext, contextSources } = createLazyContext(load, (error) => {
    log.report(error);
  });
  return { workspaceContext, contextSources, contextOwned: [terminals] };
}
