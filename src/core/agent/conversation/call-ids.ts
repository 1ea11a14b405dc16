import type { AssistantCall, ToolRequest } from '../../contracts/chats/messages';
import type { Ids } from '../../ports/system';

/** Gives every call of a chat a unique id. */
export interface CallIds {
  assign(request: ToolRequest): AssistantCall;
  /** For a call that no model made. */
  fresh(): string;
  /** A copy with the same used ids, independent from then on. */
  copy(): CallIds;
  used(): readonly string[];
}

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The provider's id if it is well formed and unused in this chat, else a new UUID (decision 36);
 * the provider's id is kept with it for the wire.
 */
export function createCallIds(ids: Ids, known: Iterable<string> = []): CallIds {
  const used = new Set(known);
  const take = (id: string): string => {
    used.add(id);
    return id;
  };
  const fresh = () => take(ids.uuid());
  return {
    assign: (request) => {
      const { wireId } = request;
      const usable = wellFormed.test(wireId) && !used.has(wireId);
      return { ...request, toolCallId: usable ? take(wireId) : fresh() };
    },
    fresh,
    copy: () => createCallIds(ids, used),
    used: () => [...used],
  };
}
