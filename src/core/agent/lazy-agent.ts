import { loadOnce } from '../base/load-once';
import type { AcpAgent } from '../ports/acp';

/**
 * Loads an agent when it is first used (decision lazy-bundles). If loading fails, rejects with a
 * message for the user, and the next use tries again.
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
      // It names a path of the installation, which is only useful in the log.
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
