import { loadOnce } from '../base/load-once';
import type { AcpAgent } from '../ports/acp';

/**
 * An agent that is loaded when it is first asked for (decision lazy-bundles). Rejects with words
 * for the user when it does not load; the next use tries again.
 */
export function createLazyAgent(
  load: () => Promise<AcpAgent>,
  onLoadFailed: (error: unknown) => void,
): AcpAgent {
  const loaded = loadOnce(load);
  const agent = async (): Promise<AcpAgent> => {
    try {
      return await loaded();
    } catch (error) {
      // It names a path of the installation, which is useful only in the log.
      onLoadFailed(error);
      throw new Error('The agent did not load. Reload the window or reinstall Gatehouse.', {
        cause: error,
      });
    }
  };
  return {
    initialize: async (request) => (await agent()).initialize(request),
    newSession: async (request) => (await agent()).newSession(request),
    loadSession: async (request) => (await agent()).loadSession(request),
    listSessions: async (request) => (await agent()).listSessions(request),
    deleteSession: async (request) => (await agent()).deleteSession(request),
    forkSession: async (request) => (await agent()).forkSession(request),
    prompt: async (request) => (await agent()).prompt(request),
    cancel: async (notification) => (await agent()).cancel(notification),
    closeSession: async (request) => (await agent()).closeSession(request),
  };
}
