import type { AssistantCall, ToolMessage } from '../contracts/chat';

/** `warn` on the second identical round in a row, `stop` on the third. */
export type LoopVerdict = 'go' | 'warn' | 'stop';

const stopAt = 3;

/** Watches for rounds with the same calls and the same results (DESIGN decision 24). */
export function createDoomLoop() {
  let last = '';
  let repeats = 0;
  return {
    judge: (calls: readonly AssistantCall[], answers: readonly ToolMessage[]): LoopVerdict => {
      const round = JSON.stringify([
        calls.map(({ name, argsText }) => [name, argsText]),
        answers.map(({ status, text }) => [status, text]),
      ]);
      repeats = round === last ? repeats + 1 : 1;
      last = round;
      if (repeats >= stopAt) return 'stop';
      return repeats > 1 ? 'warn' : 'go';
    },
  };
}

const warning =
  'You made exactly the same call before and got the same result. Once more and the loop is stopped: change the call or the approach.';

/** Puts the warning where the model reads it: at the end of the last answer. */
export function withWarning(answers: readonly ToolMessage[]): readonly ToolMessage[] {
  return answers.map((answer, index) =>
    index === answers.length - 1 ? { ...answer, text: `${answer.text}\n\n${warning}` } : answer,
  );
}
