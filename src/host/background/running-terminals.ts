import type { TerminalHandle, Terminals } from '../../core/ports/terminals';

/** Terminals, and the commands that run in them, by the ids on cards. */
export interface RunningTerminals {
  readonly terminals: Terminals;
  /** Undefined once the command has ended. */
  find(terminalId: string): TerminalHandle | undefined;
}

/** Remembers what is started through `terminals`, as long as it runs. */
export function trackRunningTerminals(terminals: Terminals): RunningTerminals {
  const live = new Map<string, TerminalHandle>();
  return {
    terminals: {
      create: async (request) => {
        const created = await terminals.create(request);
        if (!created.ok) return created;
        const handle = created.value;
        live.set(handle.terminalId, handle);
        void handle.waitForExit(new AbortController().signal).then(() => {
          live.delete(handle.terminalId);
        });
        return created;
      },
    },
    find: (terminalId) => live.get(terminalId),
  };
}
