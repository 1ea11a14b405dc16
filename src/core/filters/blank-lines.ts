import type { EmitLine } from './strategy';

const space = 0x20;

/**
 * Gives one of several blank lines on (003 sanitize_output). One or two blanks by themselves are an
 * empty line in a diff, which counts in the numbers of its hunk: all of them stay.
 */
export function collapseBlankLines(give: EmitLine): EmitLine {
  let wasBlank = false;
  return (line) => {
    const isBlank =
      line.length === 0 ||
      (line.charCodeAt(0) <= space && line !== ' ' && line !== '  ' && line.trim() === '');
    if (isBlank && wasBlank) return;
    wasBlank = isBlank;
    give(line);
  };
}
