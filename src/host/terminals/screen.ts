import type { StreamName } from '../../adapters/process/captured-output';
import type { TextFilter } from '../../core/base/ansi';
import { escapeControl } from '../../core/base/escape-control';
import type { Clock } from '../../core/ports/clock';
import type { TerminalExit } from '../../core/ports/terminals';
import { createLineEditor } from './line-editor';
import {
  commandFooter,
  commandHeader,
  createMirrorFilter,
  greeting,
  red,
  withCarriageReturns,
} from './terminal-text';
import { createTerminalWriter } from './terminal-writer';

/** What a person can do to the command that runs in a terminal. */
export interface CommandControls {
  type(text: string): void;
  closeInput(): void;
  /** Ctrl-C. */
  stop(): void;
}

/** The content of one terminal: one command after another. */
export interface Screen {
  begin(run: { readonly command: string; readonly cwd: string }): void;
  /** The command that began has started, and takes what the person types. */
  attach(controls: CommandControls): void;
  /** `isPlain`: the text has no control but backspace, tab and line ends. */
  mirror(stream: StreamName, text: string, isPlain?: boolean): void;
  /** Shows what was typed for the command from outside the terminal. */
  echo(text: string): void;
  end(exit: TerminalExit): void;
  /** The command that began could not be started. */
  fail(message: string): void;
  /** From the terminal: it can take text; a person typed into it. */
  opened(): void;
  typed(data: string): void;
  dispose(): void;
}

export function createScreen(clock: Clock, write: (text: string) => void): Screen {
  const writer = createTerminalWriter(clock, write);
  writer.print(greeting);
  let filters = createFilters();
  let controls: CommandControls | undefined;
  let startedAt = 0;
  let isAtLineStart = true;

  const echo = (text: string): void => {
    isAtLineStart = text.endsWith('\n');
    writer.print(text);
  };
  const editor = createLineEditor({
    echo,
    send: (text) => controls?.type(text),
    end: () => controls?.closeInput(),
    interrupt: () => controls?.stop(),
  });
  const close = (text: string): void => {
    controls = undefined;
    editor.reset();
    writer.print((isAtLineStart ? '' : '\r\n') + text);
    isAtLineStart = true;
  };

  return {
    begin: ({ command, cwd }) => {
      startedAt = clock.monotonic();
      filters = createFilters();
      writer.print(commandHeader(command, cwd));
    },
    attach: (commandControls) => {
      controls = commandControls;
    },
    mirror: (stream, text, isPlain) => {
      const shown = filters[stream].write(text, isPlain);
      if (shown === '') return;
      isAtLineStart = shown.endsWith('\n');
      writer.mirror(stream === 'stderr' ? red(shown) : shown);
    },
    echo: (text) => echo(withCarriageReturns(escapeControl(text))),
    end: (exit) => close(commandFooter(exit, clock.monotonic() - startedAt)),
    fail: (message) => close(`${red(message)}\r\n\r\n`),
    opened: () => writer.opened(),
    typed: (data) => {
      // Between commands nobody reads what is typed.
      if (controls !== undefined) editor.type(data);
    },
    dispose: () => writer.dispose(),
  };
}

function createFilters(): Readonly<Record<StreamName, TextFilter>> {
  return { stdout: createMirrorFilter(), stderr: createMirrorFilter() };
}
