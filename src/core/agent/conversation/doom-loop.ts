import type { AssistantCall, ToolMessage } from '../../contracts/chats/messages';

/** `warn` on the second identical round in a row, `stop` on the third; `circle`: a longer cycle. */
export type LoopVerdict = 'go' | 'warn' | 'circle' | 'stop';

export interface CompletedCall {
  readonly call: AssistantCall;
  readonly answer: ToolMessage;
  /** It only polled a background command that is still running. */
  readonly polled: boolean;
  /** Its result refers to an earlier output of the same call instead of repeating it. */
  readonly repeats: boolean;
}

const stopAt = 3;
const remembered = 4;

/** Detects repeated rounds (decision 24) and circling calls (A, B, A, B). Polling is neither. */
export class DoomLoop {
  private last = '';
  private repeats = 0;
  private recent: readonly string[] = [];
  private readonly newest = new Map<string, string>();

  judge(round: readonly CompletedCall[]): LoopVerdict {
    const fingerprints = round.map((each) => this.fingerprint(each));
    const counted = fingerprints.filter((_, index) => round[index]?.polled === false);
    if (counted.length === 0) {
      this.last = '';
      return 'go';
    }
    const whole = JSON.stringify(fingerprints);
    this.repeats = whole === this.last ? this.repeats + 1 : 1;
    this.last = whole;
    this.recent = [...this.recent, ...new Set(counted)].slice(-remembered);
    if (this.repeats >= stopAt) return 'stop';
    if (this.repeats > 1) return 'warn';
    const times = (call: string) => this.recent.filter((other) => other === call).length;
    return counted.some((call) => times(call) > 1) ? 'circle' : 'go';
  }

  /** A key for a call with its result; a referenced output counts as that output. */
  private fingerprint({ call, answer, repeats }: CompletedCall): string {
    const key = JSON.stringify([call.name, call.argsText]);
    const named = repeats ? this.newest.get(key) : undefined;
    const found = named ?? JSON.stringify([key, answer.status, answer.text]);
    this.newest.set(key, found);
    return found;
  }
}

const warnings: Readonly<Partial<Record<LoopVerdict, string>>> = {
  warn: 'You made exactly the same call before and got the same result. Repeating it again will end the turn: change the call or the approach.',
  circle:
    'You made this call a moment ago and got the same result. If you are repeating yourself, change the approach or ask the user for what is missing.',
};

export function withWarning(
  answers: readonly ToolMessage[],
  verdict: LoopVerdict,
): readonly ToolMessage[] {
  const warning = warnings[verdict];
  if (warning === undefined) return answers;
  return answers.map((answer, index) =>
    index === answers.length - 1 ? { ...answer, text: `${answer.text}\n\n${warning}` } : answer,
  );
}
