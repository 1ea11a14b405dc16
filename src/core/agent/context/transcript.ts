import type { ChatMessage } from '../../contracts/chat';
import { estimateTokens } from '../../base/estimate-tokens';

/**
 * Messages as a text that another model can read, in chunks of at most `limit` tokens. Nothing is
 * left out but thoughts and pictures: a message that is longer than a chunk is cut in pieces.
 */
export function transcriptChunks(
  messages: readonly ChatMessage[],
  limit: number,
): readonly string[] {
  const chunks: string[][] = [];
  let open: string[] = [];
  let size = 0;
  for (const piece of messages.flatMap((message) => pieces(entry(message), limit))) {
    if (size > 0 && size + piece.tokens > limit) {
      chunks.push(open);
      open = [];
      size = 0;
    }
    open.push(piece.text);
    size += piece.tokens;
  }
  if (size > 0) chunks.push(open);
  return chunks.map((texts) => texts.join('\n\n'));
}

function entry(message: ChatMessage): string {
  switch (message.role) {
    case 'user':
      return [
        `[user] ${message.text}`,
        ...(message.images ?? []).map(({ mediaType }) => `[picture ${mediaType}]`),
      ].join('\n');
    case 'assistant':
      return [
        `[assistant] ${message.text}`,
        ...message.calls.map(
          ({ toolCallId, name, argsText }) => `[call ${toolCallId}] ${name} ${argsText}`,
        ),
      ].join('\n');
    case 'tool': {
      const exit = message.exitCode === undefined ? '' : `, exit code ${String(message.exitCode)}`;
      return `[result of ${message.toolCallId}: ${message.name} ${message.status}${exit}]\n${message.text}`;
    }
  }
}

interface Piece {
  readonly text: string;
  readonly tokens: number;
}

/** Halves a text until each piece fits. */
function pieces(text: string, limit: number): readonly Piece[] {
  const tokens = estimateTokens(text);
  if (tokens <= limit || text.length < 2) return [{ text, tokens }];
  const at = cutNear(text, Math.floor(text.length / 2));
  return [...pieces(text.slice(0, at), limit), ...pieces(text.slice(at), limit)];
}

/** Behind a line or a blank if one is near, so that no name is cut; never within a character. */
function cutNear(text: string, middle: number): number {
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, middle - 1) + 1;
    if (at > middle / 2) return at;
  }
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(middle - 1));
  return isHalf && middle > 1 ? middle - 1 : middle;
}
