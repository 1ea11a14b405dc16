import { loadOnce } from '../../core/base/load-once';
import { failure, type Failure, fail } from '../../core/contracts/failure';
import type { HostTerminals } from './command-terminals';

export interface LazyTerminalsDeps {
  readonly load: () => Promise<HostTerminals>;
  /** Called when the load has failed; the next command tries again. */
  readonly onLoadFailed: (error: unknown) => void;
}

/** A command that waits for the load. */
interface Waiting {
  readonly sessionId: string;
  isWanted: boolean;
}

/**
 * Terminals in a bundle of their own, loaded with the first command (decision lazy-bundles). Before
 * that nothing runs. A chat that ends while it loads gets no command any more.
 */
export function createLazyTerminals({ load, onLoadFailed }: LazyTerminalsDeps): HostTerminals {
  const waiting = new Set<Waiting>();
  let loaded: HostTerminals | undefined;
  let isDisposed = false;
  const terminals = loadOnce(async () => {
    const made = await load();
    if (isDisposed) made.dispose();
    return (loaded = made);
  });
  const forget = (isMeant: (asked: Waiting) => boolean): void => {
    for (const asked of waiting) if (isMeant(asked)) asked.isWanted = false;
  };

  return {
    create: async (request) => {
      const asked = { sessionId: request.sessionId, isWanted: !isDisposed };
      waiting.add(asked);
      try {
        const made = asked.isWanted ? await terminals() : undefined;
        return made === undefined || !asked.isWanted ? fail(ended()) : await made.create(request);
      } catch (error) {
        onLoadFailed(error);
        return fail(notLoaded());
      } finally {
        waiting.delete(asked);
      }
    },
    running: () => loaded?.running() ?? [],
    reveal: (terminalId) => loaded?.reveal(terminalId),
    endSession: (sessionId) => {
      forget((asked) => asked.sessionId === sessionId);
      loaded?.endSession(sessionId);
    },
    dispose: () => {
      isDisposed = true;
      forget(() => true);
      loaded?.dispose();
    },
  };
}

function ended(): Failure {
  return failure('cancelled', 'The command was not started: its chat was closed.');
}

function notLoaded(): Failure {
  const remedy = 'Reload the window; if that does not help, reinstall Gatehouse.';
  return failure(
    'unavailable',
    `The part of Gatehouse that runs commands did not load. ${remedy}`,
    {
      category: 'permanent_failure',
      suggestion: `Ask the user. ${remedy}`,
    },
  );
}
