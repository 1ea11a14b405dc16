import type { SessionUpdate } from '../../contracts/acp';
import type { ConversationEntry } from '../../contracts/conversation';
import type { Failure } from '../../contracts/failure';
import { readObject, readString } from '../../base/json-read';
import type { InterruptedCall } from '../../ports/runner';
import type { UserRun } from '../chat';
import { fencedData } from '../fenced-data';
import { isEnded } from './merge-call';
import type { ShownEntry } from './read-transcript';
import { interruptedFailure } from './restore-history';
import { toEntryValue } from './to-entry-value';

type ToolCall = Extract<SessionUpdate, { sessionUpdate: 'tool_call' }>;

/** A call that a crash cut short, and how it has ended. */
export interface EndedCall {
  readonly call: InterruptedCall;
  readonly update: ToolCall;
  readonly entry: ConversationEntry;
  /** What the model reads of it, where the person ran it by hand. */
  readonly userRun: UserRun | undefined;
}

const neverAllowed =
  'Interrupted: the window closed or crashed while this call waited to be allowed. It was not seen to run.';

/** Ends a call that has none yet; undefined for one that has ended. */
export function endInterrupted({ key, call }: ShownEntry): EndedCall | undefined {
  if (call === undefined || isEnded(call)) return undefined;
  const text = call.status === 'pending' ? neverAllowed : interruptedFailure.message;
  const update = endedUpdate(call, { ...interruptedFailure, message: text });
  const { toolCallId, rawInput } = call;
  const meta = readObject(call._meta, 'gatehouse');
  const tool = readString(meta, 'tool') ?? call.title;
  const args = readObject({ rawInput }, 'rawInput') ?? {};
  const heading = `The user ran ${tool} ${JSON.stringify(args)} (interrupted). It answered`;
  const isByHand = readString(meta, 'origin') === 'user';
  return {
    call: { toolCallId, tool, args },
    update,
    entry: { part: 'transcript', key, value: toEntryValue(update), words: call.title },
    userRun: isByHand ? { toolCallId, text: fencedData(heading, text) } : undefined,
  };
}

function endedUpdate(call: ToolCall, failure: Failure): ToolCall {
  // What it waited for is gone with the window; what it had printed is its text from now on.
  const before = readObject(call._meta, 'gatehouse') ?? {};
  const { waitsForInput: _, retry: __, tail, ...meta } = before;
  const text = typeof tail === 'string' && tail !== '' ? tail : failure.message;
  return {
    ...call,
    status: 'failed',
    content: [{ type: 'content', content: { type: 'text', text } }],
    _meta: { gatehouse: { ...meta, failure, cancelled: true } },
  };
}
