import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { SessionUpdate } from '../../../../src/core/contracts/chats/acp';
import type { ChatMessage } from '../../../../src/core/contracts/chats/messages';
import type { LlmRequest } from '../../../../src/core/ports/llm';
import { wires } from '../../../../src/core/wire/catalog.gen';
import { jsonCopy } from '../../../../src/core/contracts/json';
import { strictVendors } from '../../../fakes/strict-vendors';
import { fakeFacts } from '../../fakes/llm';

/** decision 21: every call of an answer is answered once, directly after it, in order. */
export function assertPaired(messages: readonly ChatMessage[]): void {
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const ids = message.calls.map((call) => call.toolCallId);
    const after = messages.slice(index + 1, index + 1 + ids.length);
    assert.deepEqual(
      after.map((each) => each.role === 'tool' && each.toolCallId),
      ids,
    );
    for (const id of ids) assert.ok(!seen.has(id), `${id} is used twice`);
    for (const id of ids) seen.add(id);
  }
  const answers = messages.filter((message) => message.role === 'tool');
  assert.equal(answers.length, seen.size);
}

/** INV-05: one `tool_call` for each id, then at most one end, nothing after it. */
export function assertLives(updates: readonly SessionUpdate[]): ReadonlySet<string> {
  const states = new Map<string, 'open' | 'ended'>();
  for (const update of updates) {
    if (!('toolCallId' in update) || typeof update.toolCallId !== 'string') continue;
    const status = 'status' in update ? update.status : undefined;
    const ended = status === 'failed' || status === 'completed';
    const before = states.get(update.toolCallId);
    if (update.sessionUpdate === 'tool_call') assert.equal(before, undefined);
    else assert.equal(before, 'open');
    states.set(update.toolCallId, ended ? 'ended' : 'open');
  }
  assert.ok([...states.values()].every((state) => state === 'ended'));
  return new Set(states.keys());
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Every vendor takes the request, as its wire encodes it. */
export function assertAccepted(request: LlmRequest): void {
  const facts = fakeFacts({ maxOutputTokens: 1000 });
  for (const wire of wires) {
    const { body } = wire.exchange(request, { model: 'm', facts, hash });
    // As a server reads it.
    const vendor = strictVendors[wire.name];
    assert.ok(vendor, `somebody judges ${wire.name}`);
    assert.equal(vendor(jsonCopy(body)), undefined, wire.name);
  }
}
