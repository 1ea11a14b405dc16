import { failure, fail, type Result } from '../../core/contracts/failure';
import type { WorkspaceContext } from '../../core/ports/workspace';
import type { MessageContext, ContextSources } from './context-parts';

/** Result of `context-entry.ts`. */
export interface LoadedContext {
  readonly workspaceContext: WorkspaceContext;
  readonly contextSources: ContextSources;
}

/**
 * Both, from an entry that is loaded on first use; a failed load is reported and fails nothing
 * else.
 */
export function createLazyContext(
  load: () => Promise<LoadedContext>,
  onLoadFailed: (error: unknown) => void,
): LoadedContext {
  const loaded = async (): Promise<LoadedContext | undefined> => {
    try {
      return await load();
    } catch (error) {
      onLoadFailed(error);
      return undefined;
    }
  };
  const part = async (
    ask: (sources: ContextSources) => Promise<Result<MessageContext>>,
  ): Promise<Result<MessageContext>> => {
    const sources = (await loaded())?.contextSources;
    return sources === undefined ? fail(notLoaded) : ask(sources);
  };
  return {
    workspaceContext: {
      read: async (signal) =>
        (await loaded())?.workspaceContext.read(signal) ?? {
          lines: [],
          rules: [],
          problems: [notLoaded.message],
        },
    },
    contextSources: {
      file: (path, signal) => part((sources) => sources.file(path, signal)),
      selection: () => part((sources) => sources.selection()),
      problems: () => part((sources) => sources.problems()),
      terminal: () => part((sources) => sources.terminal()),
      pickFile: async () => (await loaded())?.contextSources.pickFile(),
      findFiles: async (query, signal) =>
        (await loaded())?.contextSources.findFiles(query, signal) ?? [],
    },
  };
}

const notLoaded = failure(
  'execution',
  'The part of Gatehouse that reads context did not load. Reload the window or reinstall Gatehouse.',
  { category: 'permanent_failure' },
);
