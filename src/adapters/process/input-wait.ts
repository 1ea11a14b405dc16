import type { Clock } from '../../core/ports/clock';
import type { Disposable } from '../../core/ports/disposable';
import type { InputState } from './input-probe';

const silenceMs = 2000;

/** Tells when a command waits for somebody to type. */
export interface InputWait {
  /** Output came, or somebody typed: it goes on. */
  noteActivity(): void;
  /** It takes no more input, or has ended. */
  end(): void;
  onChange(listener: (waits: boolean) => void): Disposable;
}

export interface InputWaitDeps {
  readonly clock: Clock;
  /** The last line of the output while it has no end. */
  readonly openLine: () => string;
  /** Whether a process of the command reads its standard input; never rejects. */
  readonly probe: () => Promise<InputState>;
}

/**
 * Looks once a command has been silent for two seconds, then every two seconds, and only while
 * somebody listens: it costs one reading of the clock for each piece of output. What a probe cannot
 * tell, the last line does: one without an end that asks.
 */
export function createInputWait({ clock, openLine, probe }: InputWaitDeps): InputWait {
  const listeners = new Set<(waits: boolean) => void>();
  let movedAt = clock.monotonic();
  let timer: Disposable | undefined;
  let waits = false;
  let hasEnded = false;

  const set = (now: boolean): void => {
    if (waits === now) return;
    waits = now;
    for (const listener of listeners) listener(now);
  };
  const look = async (): Promise<void> => {
    const lookedAt = movedAt;
    const state = await probe();
    if (movedAt !== lookedAt || hasEnded) return;
    set(state === 'reads' || (state === 'unknown' && isQuestion(openLine())));
  };
  const lookIn = (ms: number): void => {
    if (hasEnded || listeners.size === 0) return;
    timer ??= clock.after(ms, () => {
      timer = undefined;
      const silentMs = clock.monotonic() - movedAt;
      if (silentMs < silenceMs) lookIn(silenceMs - silentMs);
      else void look().then(() => lookIn(silenceMs));
    });
  };

  return {
    noteActivity: () => {
      movedAt = clock.monotonic();
      set(false);
    },
    end: () => {
      hasEnded = true;
      timer?.dispose();
      set(false);
    },
    onChange: (listener) => {
      listeners.add(listener);
      if (waits) listener(true);
      lookIn(silenceMs);
      return { dispose: () => void listeners.delete(listener) };
    },
  };
}

/** A line that ends as questions and prompts do, or names what programs ask for. */
export function isQuestion(line: string): boolean {
  return /[?:>\])]\s*$|[[(]y(es)?\/no?[\])]|pass(word|phrase)/i.test(line);
}
