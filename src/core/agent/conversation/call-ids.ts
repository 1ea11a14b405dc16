import type { AssistantCall, ToolRequest } from '../../contracts/chats/messages';
import type { Ids } from '../../ports/system';

/** Gives every call of a chat an id of its own. */
export interface CallIds {
  assign(request: ToolRequest): AssistantCall;
  /** For a call that no model asked for. */
  fresh(): string;
  /** The same ids are used in the copy; from then on the two know nothing of each other. */
  copy(): CallIds;
  /** All that were used. */
  used(): readonly string[];
}

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The provider's id if it is well formed and unused in this chat, else a new UUID (decision
 * 36); the provider's own id stays next to it for the wire.
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
