import { type Failure, fail, succeed } from '../../../src/core/contracts/failure';
import type {
  TerminalExit,
  TerminalHandle,
  TerminalOutput,
  TerminalRequest,
  Terminals,
} from '../../../src/core/ports/terminals';

import type { CommandHandle } from '../../../src/host/terminals/start-command';

/** A command whose output and end the test controls. */
export interface FakeCommand extends TerminalHandle, Pick<CommandHandle, 'type' | 'closeInput'> {
  readonly request: TerminalRequest;
  write(stream: 'stdout' | 'stderr', text: string): void;
  /** What `output` answers. */
  read(): TerminalOutput;
  exit(exit: TerminalExit): void;
  /** Starts or ends waiting for input. */
  waitForInput(waits: boolean): void;
  /** Text typed into it; the end of its input is `<end>`. */
  readonly typed: readonly string[];
  /** How often it was killed and released. */
  readonly calls: { kill: number; release: number };
}

export interface FakeTerminals extends Terminals {
  readonly commands: readonly FakeCommand[];
  /** Fails the next command. */
  refuse(failure: Failure): void;
  /** True if output reports a cut. */
  isTruncated: boolean;
  /** Id of the spool of every output. */
  spool: string | undefined;
}

export function createFakeTerminals(): FakeTerminals {
  const commands: FakeCommand[] = [];
  let refusal: Failure | undefined;
  const terminals: FakeTerminals = {
    commands,
    isTruncated: false,
    spool: undefined,
    refuse: (failure) => (refusal = failure),
    create: (request) => {
      if (refusal !== undefined) return Promise.resolve(fail(refusal));
      const command = createFakeCommand(`terminal-${commands.length + 1}`, request, terminals);
      commands.push(command);
      return Promise.resolve(succeed(command));
    },
  };
  return terminals;
}

function createFakeCommand(
  terminalId: string,
  request: TerminalRequest,
  terminals: Pick<FakeTerminals, 'isTruncated' | 'spool'>,
): FakeCommand {
  const listeners = new Set<(text: string) => void>();
  const inputListeners = new Set<(waits: boolean) => void>();
  const typed: string[] = [];
  const calls = { kill: 0, release: 0 };
  const text = { combined: '', stdout: '', stderr: '' };
  let settle: (exit: TerminalExit) => void = () => undefined;
  const exited = new Promise<TerminalExit>((resolve) => (settle = resolve));
  let exitStatus: TerminalExit | undefined;
  const end = (exit: TerminalExit): void => {
    exitStatus ??= exit;
    settle(exit);
  };
  const read = (): TerminalOutput => ({
    ...text,
    truncated: terminals.isTruncated,
    ...(terminals.spool !== undefined && {
      spooled: { id: terminals.spool, bytes: 1, isWhole: true, kinds: [] },
    }),
    ...(exitStatus !== undefined && { exitStatus }),
  });
  return {
    terminalId,
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    request,
    calls,
    typed,
    exit: end,
    waitForInput: (waits) => {
      for (const listener of inputListeners) listener(waits);
    },
    type: (input) => void typed.push(input),
    closeInput: () => void typed.push('<end>'),
    onInputWait: (listener) => {
      inputListeners.add(listener);
      return { dispose: () => void inputListeners.delete(listener) };
    },
    write: (stream, added) => {
      text.combined += added;
      text[stream] += added;
      request.onWhole?.(added);
      for (const listener of listeners) listener(added);
    },
    onOutput: (listener) => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    read,
    output: () => Promise.resolve(read()),
    waitForExit: () => exited,
    kill: async () => {
      calls.kill += 1;
      end({ exitCode: 143, exitCodeKnown: true, signal: 'SIGTERM', endedBy: 'kill' });
      await exited;
    },
    release: () => {
      calls.release += 1;
    },
  };
}
