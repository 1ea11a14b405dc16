/** One fenced block that stands in a text by itself. */
export interface Fence {
  /** Everything after the opening fence: `bash`. */
  readonly info: string;
  readonly body: string;
}

/** Up to three spaces, as CommonMark has it; a backtick in the info makes it no fence. */
const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const endOfThought = '</think>';

/**
 * The fenced blocks of a text, in order. What a block quotes, and blocks in quotes or lists, belong
 * to what stands around them; a block without its end is none.
 */
export function readFences(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { readonly mark: string; readonly info: string; readonly lines: string[] } | undefined;
  for (const line of withoutThoughts(text).split(/\r?\n/)) {
    if (open === undefined) {
      const [, mark, info] = opening.exec(line) ?? [];
      if (mark !== undefined) open = { mark, info: (info ?? '').trim(), lines: [] };
    } else if (closes(line, open.mark)) {
      fences.push({ info: open.info, body: open.lines.join('\n') });
      open = undefined;
    } else open.lines.push(line);
  }
  return fences;
}

/** At least as long as the opening fence, and alone in its line. */
function closes(line: string, mark: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return fence !== undefined && fence.startsWith(mark);
}

/** Models that write down what they think begin with it; what they only consider is no answer. */
function withoutThoughts(text: string): string {
  const end = text.indexOf(endOfThought);
  if (end >= 0) return text.slice(end + endOfThought.length);
  return /^\s*<think>/.test(text) ? '' : text;
}
