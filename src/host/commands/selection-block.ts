import { escapeControlInline } from '../../core/base/escape-control';

/** A selection as the editor tells it; lines are 1-based. */
export interface SelectedText {
  /** Path as the person knows it: relative to its folder. */
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly language: string;
  readonly text: string;
}

/**
 * A selection as a fenced block under `path:first-last`; the text cannot close the fence, and no
 * name of a file can make the message a call that the person seems to have typed.
 */
export function selectionBlock(selected: SelectedText): string {
  const { path, firstLine, lastLine, language, text } = selected;
  const lines =
    firstLine === lastLine ? String(firstLine) : `${String(firstLine)}-${String(lastLine)}`;
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const body = text.endsWith('\n') ? text : `${text}\n`;
  return `${shownPath(path)}:${lines}\n${fence}${language}\n${body}${fence}\n`;
}

/** `!` and `/` at the begin of a message start a call (DESIGN decision 37). */
function shownPath(path: string): string {
  const name = escapeControlInline(path.trim());
  return name.startsWith('!') || name.startsWith('/tool ') ? `./${name}` : name;
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0);
}
