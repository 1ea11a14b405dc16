import * as z from 'zod';
import { defineTool } from '../contracts/tools/define-tool';
import { succeed } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';

const output = z.object({
  removed_messages: z.int(),
  tokens_before: z.int(),
  tokens_after: z.int(),
});

/**
 * Puts a summary in the place of older messages by the model's own wish (000-compress-1): the
 * strategy is Autonomous. The agent does the work; a compression has no tools, so none can start
 * another. Never cacheable: what it does is its effect on the context. It has no time limit of its
 * own, because the model that writes has one, and Stop ends it.
 */
export default defineTool<Capabilities>()({
  name: 'compress_context',
  title: 'Compress the conversation',
  description:
    'Puts a summary in the place of the older messages of this conversation, to make room. The last message of the user and the newest rounds stay as they are; the summary keeps goals, decisions, paths, results of commands and open problems. Use it when a long piece of work is done and its details are not needed any more; not for a short conversation. Files you have read before must be read again before you change them.',
  effect: 'state_change',
  kind: 'think',
  input: z.strictObject({}),
  output,
  redact: ['removed_messages', 'tokens_before', 'tokens_after'],
  cacheable: false,
  needs: ['compaction'],
  ownsTimeout: true,
  subject: () => ({ text: '', reads: [], writes: [] }),
  label: () => 'Older messages',
  run: async (_args, { sessionId, signal }, { compaction }) => {
    const done = await compaction.compress(sessionId, signal);
    if (!done.ok) return done;
    const { removedMessages, tokensBefore, tokensAfter } = done.value;
    return succeed({
      removed_messages: removedMessages,
      tokens_before: tokensBefore,
      tokens_after: tokensAfter,
    });
  },
  toModel: ({ removed_messages = 0, tokens_before = 0, tokens_after = 0 }) =>
    `Compressed: ${count(removed_messages)}, about ${String(tokens_before)} tokens, became a summary of about ${String(tokens_after)} tokens. It stands in the system prompt from now on. Go on with your work; do not compress again at once.`,
});

function count(messages: number): string {
  return messages === 1 ? '1 message' : `${String(messages)} messages`;
}
