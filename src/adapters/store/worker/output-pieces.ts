import * as z from 'zod/mini';

/** A row of `tool_overflow`; `chars` are those of the whole output. */
export const pieceSchema = z.object({ start: z.number(), text: z.string(), chars: z.number() });
export type PieceRow = Readonly<z.infer<typeof pieceSchema>>;

export interface ReadPieces {
  readonly text: string;
  readonly start: number;
  readonly total: number;
}

/** The text from the first piece on, up to a gap. */
export function joined(pieces: readonly PieceRow[]): ReadPieces | undefined {
  const [first] = pieces;
  if (first === undefined) return undefined;
  let end = first.start;
  const parts: string[] = [];
  for (const { start, text } of pieces) {
    if (start !== end) break;
    parts.push(text);
    end += text.length;
  }
  return { text: parts.join(''), start: first.start, total: first.chars };
}

/** The lines that contain `search`, with their numbers. */
export function matchingLines(text: string, search: string): string {
  return text
    .split('\n')
    .flatMap((line, index) => (line.includes(search) ? [`${index + 1}: ${line}`] : []))
    .join('\n');
}
