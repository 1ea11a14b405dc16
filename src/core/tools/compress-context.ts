import { say } from '../base/sentence';
import * as z from 'zod';
import { defineTool } from '../contracts/tools/define-tool';
import { succeed } from '../contracts/failure';
import type { Capabilities } from '../ports/capabilities';
import { counted } from '../base/wording';

const output = z.object({
  removed_messages: z.int(),
  tokens_before: z.int(),
  tokens_after: z.int(),
});

/**
 * The agent does the work (000-compress-1). Never cacheable: the effect on the context is all.
 * No time limit of its own: the model that writes the summary has one, and Stop ends it.
 */
export default defineTool<Capabilities>()({
  name: 'compress_context',
  title: say`Compress the conversation`,
  description:
    "Replaces the older messages of this conversation by a summary to free context. The user's last message and the newest rounds stay as they are; the summary keeps goals, decisions, paths, command results and open problems. Use it after a long piece of work whose details are no longer needed, not in a short conversation. Files you read before must be read again before you change them.",
  effect: 'state_change',
  kind: 'think',
  traits: ['internal', 'unprompted'],
  input: z.strictObject({}),
  output,
  redact: ['removed_messages', 'tokens_before', 'tokens_after'],
  cacheable: false,
  needs: ['compaction'],
  ownsTimeout: true,
  subject: () => ({ text: '', reads: [], writes: [] }),
  label: () => '…',
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
    `Compressed ${counted(removed_messages, 'message')}, about ${String(tokens_before)} tokens, into a summary of about ${String(tokens_after)} tokens. The summary is now in the system prompt. Continue your work; do not compress again right away.`,
});
