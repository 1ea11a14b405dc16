import type { ToolCall, ToolCallUpdate } from '../../contracts/acp';
import { readObject, readString, type UnknownObject } from '../../base/json-read';
import { cutStart } from '../../base/text-lines';

/** Characters of live output that are kept, as on a card. */
const maxTail = 8_192;

export function isEnded({ status }: Pick<ToolCallUpdate, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** A call as its updates have made it: what an update leaves out is unchanged (ACP). */
export function mergeCall(call: ToolCall, update: ToolCallUpdate): ToolCall {
  const { toolCallId, title, kind, status, content, locations, rawInput } = update;
  const merged: ToolCall = {
    ...call,
    toolCallId,
    ...(isGiven(title) && { title }),
    ...(isGiven(kind) && { kind }),
    ...(isGiven(status) && { status }),
    ...(isGiven(content) && { content }),
    ...(isGiven(locations) && { locations }),
    ...(rawInput !== undefined && { rawInput }),
  };
  return { ...merged, _meta: { gatehouse: mergeMeta(call, update, merged) } };
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function mergeMeta(call: ToolCall, update: ToolCallUpdate, merged: ToolCall): UnknownObject {
  const before = readObject(call._meta, 'gatehouse') ?? {};
  const more = readObject(update._meta, 'gatehouse') ?? {};
  const tail = (readString(before, 'tail') ?? '') + (readString(more, 'tail') ?? '');
  // A card that has ended shows its text in place of the live output.
  const keepsTail = tail !== '' && !(isEnded(merged) && textOfCall(merged) !== '');
  const all: UnknownObject = {
    ...before,
    ...more,
    tail: keepsTail ? cutStart(tail, maxTail) : null,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** The text of its result. */
function textOfCall({ content }: Pick<ToolCall, 'content'>): string {
  return (content ?? [])
    .flatMap((each) =>
      each.type === 'content' && each.content.type === 'text' ? [each.content.text] : [],
    )
    .join('\n');
}

export function searchTextOf(call: ToolCall): string {
  return `${call.title}\n${textOfCall(call)}`;
}
