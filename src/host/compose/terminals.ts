import { systemClock } from '../../adapters/system/clock';
import { systemIds } from '../../adapters/system/ids';
import type { Log } from '../log';
import type { HostTerminals } from '../terminals/command-terminals';
import { createLazyTerminals } from '../terminals/lazy-terminals';
import type { HostWorkspace } from '../workspace';

export interface TerminalSources {
  readonly workspace: HostWorkspace;
  readonly log: Log;
  readonly chatTitle: (sessionId: string) => string | undefined;
}

/** The terminals that commands run in, loaded with the first command. */
export function composeTerminals({ workspace, log, chatTitle }: TerminalSources): HostTerminals {
  return createLazyTerminals({
    load: async () => {
      const { createTerminals } = await import('../terminals/terminals-entry');
      return createTerminals({
        workspace,
        env: process.env,
        clock: systemClock,
        ids: systemIds,
        chatTitle,
      });
    },
    onLoadFailed: (error) => {
      log.report(error);
    },
  });
}
