/** A line as it is told. */
export interface MatchLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly is_context?: boolean | undefined;
}

/**
 * `file:line: text` for each match and `file-line- text` for a line beside one, `--` where lines are
 * left out between those of one file. Where that is shorter the file stands once, above its lines.
 */
export function listMatches(lines: readonly MatchLine[]): string {
  const flat = joinWithGaps(lines, (line) => `${line.path}${numbered(line)}`);
  const grouped = joinWithGaps(lines, (line, previous) => {
    const heading = line.path === previous?.path ? '' : `${line.path}\n`;
    return `${heading}${numbered(line).slice(1)}`;
  });
  return flat.length <= grouped.length ? flat : grouped;
}

function joinWithGaps(
  lines: readonly MatchLine[],
  tell: (line: MatchLine, previous: MatchLine | undefined) => string,
): string {
  const hasContext = lines.some((line) => line.is_context === true);
  return lines
    .map((line, at) => {
      const previous = lines[at - 1];
      const isGap = hasContext && line.path === previous?.path && line.line !== previous.line + 1;
      return `${isGap ? '--\n' : ''}${tell(line, previous)}`;
    })
    .join('\n');
}

function numbered({ line, text, is_context: isContext }: MatchLine): string {
  const sign = isContext === true ? '-' : ':';
  return `${sign}${String(line)}${sign} ${text}`;
}
