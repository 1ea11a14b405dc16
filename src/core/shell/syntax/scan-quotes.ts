import type { Source } from './source';

/** `'…'`, at its first quote. */
export function scanSingleQuotes(source: Source): void {
  source.take();
  const close = source.text.indexOf("'", source.position);
  takeUpTo(source, close, "'");
}

/** `$'…'`, at the dollar. */
export function scanAnsiQuotes(source: Source): void {
  source.take(2);
  let close = source.position;
  while (close < source.end && source.text.charAt(close) !== "'") {
    close += source.text.charAt(close) === '\\' ? 2 : 1;
  }
  takeUpTo(source, close < source.end ? close : -1, "'");
}

/** The text between backquotes, which begins with the next character. */
export function scanBackquoted(source: Source): string {
  source.take();
  const start = source.position;
  let close = start;
  while (close < source.end && source.text.charAt(close) !== '`') {
    close += source.text.charAt(close) === '\\' ? 2 : 1;
  }
  takeUpTo(source, close < source.end ? close : -1, '`');
  return source.text.slice(start, Math.min(close, source.end));
}

export function doubtMissing(source: Source, what: string): void {
  source.doubt(`The command is not complete: ${what} is missing.`);
}

function takeUpTo(source: Source, close: number, mark: string): void {
  if (close === -1 || close >= source.end) {
    source.takeRaw(source.end);
    doubtMissing(source, `a closing ${mark}`);
  } else {
    source.takeRaw(close + 1);
  }
}
