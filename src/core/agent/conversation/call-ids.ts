import type { AssistantCall, ToolRequest } from '../../contracts/chats/messages';
import type { Ids } from '../../ports/system';

const wellFormed = /^[A-Za-z0-9_-]{1,64}$/;

/** Gives every call of a chat a unique id. */
export class CallIds {
  private readonly taken: Set<string>;

  constructor(
    private readonly ids: Ids,
    known: Iterable<string> = [],
  ) {
    this.taken = new Set(known);
  }

  /** The provider's id if it is well formed and unused, else a UUID (decision 36). */
  assign(request: ToolRequest): AssistantCall {
    const { wireId } = request;
    const usable = wellFormed.test(wireId) && !this.taken.has(wireId);
    return { ...request, toolCallId: usable ? this.take(wireId) : this.fresh() };
  }

  fresh(): string {
    return this.take(this.ids.uuid());
  }

  copy(): CallIds {
    return new CallIds(this.ids, this.taken);
  }

  used(): readonly string[] {
    return [...this.taken];
  }

  private take(id: string): string {
    this.taken.add(id);
    return id;
  }
}
