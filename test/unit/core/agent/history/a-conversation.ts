import * as fc from 'fast-check';
import type {
  AssistantCall,
  ChatMessage,
  ToolMessage,
} from '../../../../../src/core/contracts/chats/messages';
import type { MessageHistory } from '../../../../../src/core/agent/history/message-history';

export function aCall(toolCallId: string, name = 'core__read', argsText = '{}'): AssistantCall {
  return { toolCallId, wireId: toolCallId, name, argsText };
}

export function anAnswer(toolCallId: string, text = 'done', name = 'core__read'): ToolMessage {
  return { role: 'tool', toolCallId, wireId: toolCallId, name, text, status: 'completed' };
}

/** Calls without an answer, answered twice, or not answered directly after them. */
export function brokenPairs(messages: readonly ChatMessage[]): readonly string[] {
  const problems: string[] = [];
  let open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (!open.includes(message.toolCallId)) {
        problems.push(`answer of none: ${message.toolCallId}`);
      }
      open = open.filter((id) => id !== message.toolCallId);
      continue;
    }
    problems.push(...open.map((id) => `unanswered: ${id}`));
    open = message.role === 'assistant' ? message.calls.map((call) => call.toolCallId) : [];
  }
  return [...problems, ...open.map((id) => `unanswered: ${id}`)];
}

/** What can happen to a history, one step; `pick` chooses where it matters, from 0 to 1. */
export interface Step {
  readonly kind: 'user' | 'answer' | 'broken' | 'round' | 'resume' | 'compress' | 'fork';
  readonly pick: number;
}

export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind'][]>(
      'user',
      'answer',
      'broken',
      'round',
      'round',
      'resume',
      'compress',
      'fork',
    ),
    pick: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 60 },
);

/** Does one step; a fork goes on with the copy. */
export function take(history: MessageHistory, { kind, pick }: Step, at: number): MessageHistory {
  const messages = history.messages();
  switch (kind) {
    case 'user':
      history.addUser({ id: `m${String(at)}`, text: `question ${String(at)}` });
      return history;
    case 'answer':
      history.addAnswer({ text: pick > 0.2 ? `answer ${String(at)}` : ' ' });
      return history;
    case 'broken':
      history.addBroken({ text: `broken ${String(at)}` });
      return history;
    case 'round':
      addRound(history, at, pick);
      return history;
    case 'resume':
      history.resume();
      return history;
    case 'compress':
      compressSome(history, pick);
      return history;
    case 'fork': {
      const ids = messages.flatMap((each) =>
        each.role === 'user' && each.id !== undefined ? [each.id] : [],
      );
      return history.before(ids[Math.floor(pick * (ids.length - 1))] ?? 'none') ?? history;
    }
  }
}

/** Up to three calls, of which some may lack an answer and one may be answered twice. */
function addRound(history: MessageHistory, at: number, pick: number): void {
  const ids = ['a', 'b', 'c']
    .slice(0, 1 + Math.floor(pick * 2.9))
    .map((id) => `${id}${String(at)}`);
  const answered = pick > 0.5 ? ids : ids.slice(1);
  history.addRound(
    { text: '' },
    ids.map((id) => aCall(id)),
    [...answered, ...answered.slice(0, 1)].map((id) => anAnswer(id)),
  );
}

/** Whole turns from the start, or rounds after the last message of the user. */
function compressSome(history: MessageHistory, pick: number): void {
  const messages = history.messages();
  const request = messages.findLastIndex(({ role }) => role === 'user');
  const from = pick > 0.5 ? request + 1 : 0;
  const ends = messages.flatMap((_, index) =>
    index > from && messages[index]?.role !== 'tool' && (from > 0 || index <= request)
      ? [index]
      : [],
  );
  const count = ends[Math.floor(pick * (ends.length - 1))];
  if (count !== undefined) history.compress(count, `summary of ${String(count)}`, from);
}
