import { say } from '../../core/base/sentence';
import { failure, fail, type Result } from '../../core/contracts/failure';
import type { CompactionReport } from '../../core/contracts/chats/conversation';
import type { Compaction, CompactionRegistry } from '../../core/ports/conversations';

type Compress = (signal: AbortSignal) => Promise<Result<CompactionReport>>;

export type Compactions = Compaction & CompactionRegistry;

/**
 * Connects the tool compress_context to the agent, which loads after the tools are bound. Only one
 * compression runs per session, and none inside another (000-compress-5).
 */
export function createCompactions(): Compactions {
  const sessions = new Map<string, Compress>();
  const running = new Set<string>();
  return {
    register: (sessionId, compress) => {
      sessions.set(sessionId, compress);
      return { dispose: () => void sessions.delete(sessionId) };
    },
    compress: async (sessionId, signal) => {
      const compress = sessions.get(sessionId);
      if (compress === undefined) return fail(noConversation);
      if (running.has(sessionId)) return fail(alreadyRuns);
      running.add(sessionId);
      try {
        return await compress(signal);
      } finally {
        running.delete(sessionId);
      }
    },
  };
}

const noConversation = failure('unavailable', say`There is no conversation to compact.`, {
  category: 'permanent_failure',
});

const alreadyRuns = failure('execution', say`The conversation is already being compacted.`, {
  category: 'permanent_failure',
});
