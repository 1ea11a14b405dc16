import type { Result } from '../../../core/contracts/result';
import type { ListState } from './model-lines';

/** Asks for one list, and knows how that stands. */
export interface LoadedList<T> {
  state(): ListState<T>;
  /** Asks again, or for the first time; `off` forgets what was known. */
  load(mayAsk: boolean): void;
}

export interface ListLoaderDeps<T> {
  readonly ask: (signal: AbortSignal) => Promise<Result<readonly T[]>>;
  readonly onChange: () => void;
  /** Aborts when the picker closes: nothing changes any more. */
  readonly signal: AbortSignal;
}

export function createListLoader<T>({ ask, onChange, signal }: ListLoaderDeps<T>): LoadedList<T> {
  let state: ListState<T> = { kind: 'off' };
  let asked = 0;

  async function begin(): Promise<void> {
    const own = (asked += 1);
    const answer = await ask(signal);
    // A later question counts, and so does that nobody looks any more.
    if (own !== asked || signal.aborted) return;
    state = answer.ok
      ? { kind: 'here', models: answer.value }
      : { kind: 'failed', failure: answer.failure };
    onChange();
  }

  return {
    state: () => state,
    load(mayAsk) {
      asked += 1;
      state = mayAsk ? { kind: 'asking' } : { kind: 'off' };
      if (mayAsk) void begin();
    },
  };
}
