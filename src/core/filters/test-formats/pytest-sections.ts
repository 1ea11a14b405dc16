/** What the lines below a title of pytest are. */
export type PytestSection =
  'head' | 'run' | 'blocks' | 'short' | 'tables' | 'coverage' | 'printed' | 'other';

/** The frame is one longer on one side where the width is odd. */
const title = /^(=+|-+) (.+) (?:=+|-+)$/;
const counts =
  /^(?:=+ )?(?:(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests passed|subtests failed))(?:, )?)+ in \d[\d.]*s(?: \([\d:. a-z,]+\))?(?: =+)?$/;
const nothing = /^(?:=+ )?no tests (?:ran|collected)(?: \(.*\))? in \d[\d.]*s(?: =+)?$/;
const collected = /^(?:=+ )?\d+(?:\/\d+)? tests? (?:collected|found)\b.* in \d[\d.]*s(?: =+)?$/;

/** The last line of a run; with -q it stands without its frame. */
export function summaryOf(line: string): boolean {
  if (!line.includes(' in ')) return false;
  return counts.test(line) || nothing.test(line) || collected.test(line);
}

/** Undefined for a line that is no title. */
export function readTitle(line: string): PytestSection | undefined {
  if (!line.startsWith('===') && !line.startsWith('--- ') && !line.startsWith('------')) {
    return undefined;
  }
  const [, frame = '', name] = title.exec(line) ?? [];
  if (name === undefined) return undefined;
  if (name.startsWith('coverage: ')) return 'coverage';
  // Titles of dashes stand inside of a failure's block: captured output.
  return frame.startsWith('=') && frame.length > 2 ? sectionOf(name) : undefined;
}

function sectionOf(name: string): PytestSection | undefined {
  if (name === 'test session starts') return 'head';
  if (name === 'FAILURES' || name === 'ERRORS') return 'blocks';
  if (name === 'short test summary info') return 'short';
  if (/^slowest (?:\d+ )?(?:test )?durations$/.test(name)) return 'tables';
  if (name === 'tests coverage') return 'coverage';
  if (name === 'PASSES') return 'printed';
  return /^(?:warnings summary|XPASSES|XFAILURES|SUBTESTS|rerun test summary info)/.test(name)
    ? 'other'
    : undefined;
}
