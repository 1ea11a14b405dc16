import { say } from '../../../../src/core/base/sentence';
import type { ThinkingBlock, TokenUsage } from '../../../../src/core/contracts/chats/messages';
import { failure } from '../../../../src/core/contracts/failure';
import type { CallOutcome } from '../../../../src/core/contracts/calls/outcome';
import type { RawCall } from '../../../../src/core/contracts/calls/call';
import type { LlmEvent, LlmRequest } from '../../../../src/core/ports/llm';
import type { FakeAnswer } from '../../fakes/llm';

/** Chance that is the same in every run: mulberry32. */
export function createChance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    /** True once in `times`. */
    once: (times: number) => below(times) === 0,
    pick: <T>(items: readonly [T, ...T[]]): T => items[below(items.length)] ?? items[0],
  };
}

export type Chance = ReturnType<typeof createChance>;

const names = ['core__bash', 'core__read', 'core__compress_context', 'nope'] as const;
const ids = ['a', 'b', 'call_1', '', 'not well formed', 'x'.repeat(70)] as const;
const argTexts = ['{}', '{"a":1}', 'broken', '[1]', '{"path":"src/a.ts"}'] as const;
const words = ['Well. ', 'I see. ', 'Let me look at it. ', 'ü 漢字 ', '  '] as const;

export interface RandomWorld {
  readonly chance: Chance;
  /** The user may stop at any moment; this is one. */
  readonly moment: () => Promise<void>;
}

/** A model that says and does anything; without tools it writes a summary, or new arguments. */
export function createRandomAnswer({ chance, moment }: RandomWorld): FakeAnswer {
  return async function* (request: LlmRequest): AsyncGenerator<LlmEvent> {
    const events = request.tools.length === 0 ? helping(chance) : answering(chance);
    for (const event of events) {
      await moment();
      yield event;
    }
  };
}

function helping(chance: Chance): readonly LlmEvent[] {
  const text = chance.pick([
    '## Goal\nGo on.\n## Facts\nFour.',
    '{"arguments":{"path":"b.ts"}}',
    '',
    'Too long. '.repeat(4000),
  ]);
  return chance.once(8) ? [broken] : [{ type: 'text', text }, finish('stop', {})];
}

const broken: LlmEvent = {
  type: 'error',
  failure: failure('execution', 'The line is dead', { category: 'network_error' }),
};

function answering(chance: Chance): readonly LlmEvent[] {
  const said = Array.from({ length: chance.below(4) }, () => text(chance));
  if (chance.once(10)) said.unshift({ type: 'wait', text: say`Busy.`, untilMs: 1 });
  if (chance.once(8)) return [...said, broken];
  // A stream that just ends.
  if (chance.once(20)) return said;
  const usage = chance.once(2) ? {} : { inputTokens: 100 + chance.below(900), outputTokens: 20 };
  if (chance.once(10)) return [...said, finish('paused', usage)];
  if (chance.once(12)) return [...said, finish('length', usage)];
  if (chance.once(15)) return [...said, finish('filtered', usage)];
  return chance.once(3) ? [...said, finish('stop', usage)] : [...said, calling(chance, usage)];
}

function text(chance: Chance): LlmEvent {
  return { type: chance.once(5) ? 'thought' : 'text', text: chance.pick(words) };
}

function finish(reason: 'stop' | 'paused' | 'length' | 'filtered', usage: TokenUsage): LlmEvent {
  return { type: 'finish', reason, calls: [], usage };
}

function calling(chance: Chance, usage: TokenUsage): LlmEvent {
  const calls = Array.from({ length: 1 + chance.below(4) }, () => ({
    wireId: chance.pick(ids),
    name: chance.pick(names),
    argsText: chance.pick(argTexts),
  }));
  const thinking: readonly ThinkingBlock[] = [
    {
      wire: 'anthropic-messages',
      block: { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    },
  ];
  return {
    type: 'finish',
    reason: 'tool_calls',
    calls,
    usage,
    ...(chance.once(3) ? { thinking } : {}),
  };
}

/** What becomes of a call. */
export function randomOutcome(chance: Chance, call: RawCall): Partial<CallOutcome> {
  const size = chance.once(6) ? 6000 : 40;
  const text = `result ${String(chance.below(9))} `.repeat(Math.ceil(size / 9));
  if (chance.once(6) && call.origin === 'model') {
    return { status: 'cancelled', edited: { args: '{"b":2}', token: 't' } };
  }
  if (!chance.once(4)) return { text };
  const category = chance.pick(['invalid_parameters', 'policy_blocked', 'timeout'] as const);
  const failed = failure('execution', 'No.', { category });
  return { status: 'failed', failure: failed, text: `[tool_error] ${category}` };
}
