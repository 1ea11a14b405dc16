import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Clock } from '../../core/ports/system';
import {
  createCapturedOutput,
  type CapturedOutput,
  type CaptureOptions,
  type StreamName,
} from './captured-output';
import { InputWait, probeInput, type ShellReading } from './input-wait';
import type { ProcessGroup } from './process-group';
import { readText, type OutputPipe, type TakeText } from './output-pipes';

/** Milliseconds that children with inherited pipes may still write after the command's exit. */
const drainMs = 2000;
/** Milliseconds to wait for a process that cannot be killed. */
const giveUpMs = 1000;

export interface RunningCommand {
  readonly output: Pick<CapturedOutput, 'read' | 'onText'>;
  /** Resolves once the command has ended and its output is drained; never rejects. */
  readonly exited: Promise<ExitStatus>;
  /** Types into standard input; does nothing if it is closed. */
  type(text: string): void;
  closeInput(): void;
  onInputWait: InputWait['onChange'];
  /** Set while the shell itself waits for a line, not a program that it runs. */
  shellRead(): ShellReading | undefined;
  /** Ends the command with all its children; resolves when they are gone. */
  kill(): Promise<void>;
  /** Kills immediately. */
  killNow(): void;
  /** True if a process lives on after the command has ended, also in a session of its own. */
  outlives(): Promise<boolean>;
  /** Ends those, too. */
  endAll(): Promise<void>;
}

export interface StartedCommand extends CaptureOptions {
  readonly child: ChildProcess;
  readonly group: ProcessGroup;
  readonly outputs: Readonly<Record<StreamName, OutputPipe | undefined>>;
  readonly onText: (stream: StreamName, text: string, isPlain: boolean) => void;
  /** The child's standard input, as `standardInputOf` names it. */
  readonly input: Promise<string | undefined>;
}

/** Collects the output of a started command, passes input to it, and detects its end. */
export function followCommand(started: StartedCommand, clock: Clock): RunningCommand {
  const { child, group, outputs, input } = started;
  const captured = createCapturedOutput(started, clock);
  const inputWait = new InputWait({
    clock,
    openLine: () => captured.openLine(),
    probe: async () => probeInput(child.pid ?? 0, await input),
  });
  const drain = (stream: StreamName): Promise<void> =>
    new Promise((resolve) => {
      const take: TakeText = (text, isPlain) => {
        inputWait.noteActivity();
        captured.write(stream, text, isPlain);
        started.onText(stream, text, isPlain);
      };
      const pipe = outputs[stream];
      if (pipe === undefined) resolve();
      else readText(pipe, take, { onEnd: resolve, drained: () => captured.drained() });
    });
  const drained = Promise.all([drain('stdout'), drain('stderr')]);
  const ending = watchEnding(started, drained, clock);
  const exited = ending.status.then(async (status) => {
    inputWait.end();
    await captured.end();
    return status;
  });
  return {
    output: captured,
    exited,
    ...openInput(child, inputWait),
    onInputWait: (listener) => inputWait.onChange(listener),
    shellRead: () => inputWait.shellRead(),
    kill: async () => {
      await group.end();
      const patience = clock.after(giveUpMs, () => ending.giveUp());
      await exited;
      patience.dispose();
    },
    killNow: () => group.endNow(),
    outlives: () => group.isLeft('everywhere'),
    endAll: () => group.end('everywhere'),
  };
}

/**
 * The exit is reported by the operating system and counts once both pipes are drained. Children
 * that inherited them (`sleep 1000 &`) delay the end by at most two seconds.
 */
function watchEnding(
  { child, outputs }: StartedCommand,
  drained: Promise<unknown>,
  clock: Clock,
): { readonly status: Promise<ExitStatus>; giveUp(): void } {
  const closePipes = (): void => {
    outputs.stdout?.destroy();
    outputs.stderr?.destroy();
  };
  let settle: (status: ExitStatus) => void = () => undefined;
  const ended = new Promise<ExitStatus>((resolve) => {
    settle = resolve;
  });
  child.on('exit', (code, signal) => {
    child.stdin?.destroy();
    const patience = clock.after(drainMs, closePipes);
    void drained.then(() => patience.dispose());
    settle(exitStatus(code, signal));
  });
  // Once it runs, only signals sent through this handle could fail, and none are sent.
  child.on('error', () => undefined);
  return {
    status: Promise.all([ended, drained]).then(([status]) => status),
    giveUp: () => {
      closePipes();
      settle(unknownExit);
    },
  };
}

function openInput(
  { stdin }: ChildProcess,
  inputWait: InputWait,
): Pick<RunningCommand, 'type' | 'closeInput'> {
  // A command may exit or close its input while the user is typing.
  stdin?.on('error', () => undefined);
  return {
    type: (text) => {
      if (stdin?.writable !== true) return;
      stdin.write(text);
      inputWait.noteInput(text);
    },
    closeInput: () => {
      stdin?.end();
      inputWait.end();
    },
  };
}

export interface ExitStatus {
  /** 128+n after a signal, -1 if unknown (decision 16). */
  readonly exitCode: number;
  readonly exitCodeKnown: boolean;
  readonly signal?: string;
}

const unknownExit: ExitStatus = { exitCode: -1, exitCodeKnown: false };

/** The exit code that a shell would report for this code or signal. */
function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (code !== null) return { exitCode: code, exitCodeKnown: true };
  if (signal === null) return unknownExit;
  return { exitCode: 128 + constants.signals[signal], exitCodeKnown: true, signal };
}
