import { isObject, parseJson } from '../../core/base/json-read';
import type { OverflowStore } from '../../core/ports/overflow-store';
import type { Card } from '../panel/call-card';
import { wholeOutput } from '../panel/raw-output';

/** The chat that the person looks at. */
export interface ChatOutputs {
  readonly cards: () => readonly Card[];
  readonly sessionId: () => string | undefined;
  readonly overflow: Pick<OverflowStore, 'read'>;
}

/** A command of the chat that has ended. */
export interface LastCommand {
  readonly command: string;
  readonly exitCode: number | undefined;
  /** Everything that is kept of its output, before filters. */
  readonly output: () => Promise<string>;
}

/** The last command of the chat that printed something; undefined when there is none. */
export function lastCommand({ cards, sessionId, overflow }: ChatOutputs): LastCommand | undefined {
  for (const card of [...cards()].reverse()) {
    const command = commandOf(card);
    const { text, exitCode } = card.item;
    if (command === undefined || card.base === 'running' || text === '') continue;
    return {
      command,
      exitCode,
      output: async () => (await wholeOutput(card, sessionId(), overflow)) ?? card.fullText ?? text,
    };
  }
  return undefined;
}

function commandOf({ call }: Card): string | undefined {
  if (call?.tool !== 'core__bash') return undefined;
  const args = parseJson(call.argsJson)?.value;
  const command = isObject(args) ? args['command'] : undefined;
  return typeof command === 'string' ? command : undefined;
}
