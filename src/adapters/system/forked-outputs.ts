import type {
  ForkedChats,
  OverflowRead,
  OverflowSlice,
  OverflowStore,
} from '../../core/ports/conversations';
import type { Result } from '../../core/contracts/failure';

/** Stored outputs as tools read them: in a forked chat also those of the chats before the fork. */
export class ForkedOutputs implements ForkedChats, OverflowStore {
  private readonly chats = new Map<string, readonly string[]>();

  constructor(private readonly store: OverflowStore) {}

  open(sessionId: string, forkOf: readonly string[]): void {
    if (forkOf.length > 0) this.chats.set(sessionId, forkOf);
  }

  put(entry: Parameters<OverflowStore['put']>[0]): Promise<Result<string>> {
    return this.store.put(entry);
  }

  async read(request: OverflowRead): Promise<Result<OverflowSlice>> {
    const own = await this.store.read(request);
    if (own.ok || own.failure.errorCode !== 'unavailable') return own;
    for (const conversationId of this.chats.get(request.conversationId) ?? []) {
      const found = await this.store.read({ ...request, conversationId });
      if (found.ok) return found;
    }
    return own;
  }
}
