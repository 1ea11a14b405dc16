import { isBlank, type LineKind, type TestFormat } from './test-format';

/** `path::name PASSED [ 12%]`, also as xdist turns it round. */
const verdict =
  /^(?:\[gw\d+\] \[ *\d+%\] )?(?:\S+\.py::.* )?(PASSED|SKIPPED|XFAIL|XPASS|FAILED|ERROR|RERUN)(?: \S+\.py::.*| \(.*\))?(?: +\[ *\d+%\])?$/;
/** The most frequent lines, checked first. */
const passing = /^\S+\.py::\S+ PASSED +\[ *\d+%\]$/;
/** A name alone: its test prints, hangs or kills the run. */
const begun = /^[\w./-]+\.py::\S+ ?$/;
/** Letters of verdicts: of a file, or of the rest of one. */
const letters = /^(?:\S+\.py )?([.FEsxXpPR]+)(?: +\[ *\d+%\])?$/;
/** A failure's name between underscores; frames are separated by `_ _ _`. */
const failureTitle = /^_+ (?!_ _).*[^_ ].* _+$/;

/** Handling of the title of a section. */
const titleKinds: Readonly<Record<PytestSection, LineKind>> = {
  head: 'passed',
  run: 'passed',
  blocks: 'place',
  short: 'place',
  coverage: 'place',
  printed: 'place',
  tables: 'row',
  other: 'text',
};

/** pytest as it is, and with -q, -v, -x and xdist. */
export const pytest: TestFormat = {
  recognizes: (line) =>
    isVerdict(line) ||
    isProgress(line) ||
    /^=+ (?:FAILURES|ERRORS) =+$/.test(line) ||
    summaryOf(line),
  opens: (line) => /^=+ test session starts =+$/.test(line),
  start: () => {
    let section: PytestSection = 'run';
    return {
      read: (line, report) => {
        if (section === 'run' && passing.test(line)) {
          report('passed', line);
          return;
        }
        if (summaryOf(line)) {
          // A test can print such a line too: the rest of the block is then kept as text.
          section = 'run';
          report('summary', line);
          return;
        }
        const next = readTitle(line);
        if (next !== undefined) {
          section = next;
          report(titleKinds[next], line, 0);
          return;
        }
        if (section === 'head' && !isHead(line) && !isBlank(line)) section = 'run';
        const kind = kinds[section](line);
        report(kind, line, kind === 'place' ? 1 : undefined);
      },
    };
  },
};

function isVerdict(line: string): boolean {
  return /[A-Z]{5}/.test(line) && line.includes('::') && verdict.test(line);
}

function isProgress(line: string): boolean {
  return line.endsWith('%]') && letters.test(line);
}

/** Kind of the lines of a section. */
const kinds: Readonly<Record<PytestSection, (line: string) => LineKind>> = {
  head: () => 'passed',
  run: (line) => (begun.test(line) ? 'place' : kindOf(line)),
  blocks: (line) => (failureTitle.test(line) ? 'failure' : 'detail'),
  short: shortKind,
  tables: (line) => (/^(?:TOTAL|FAIL|ERROR)\b|[Ww]arning/.test(line) ? 'text' : 'row'),
  coverage: coverageKind,
  printed: () => 'printed',
  other: (line) => (line.startsWith('-- Docs: https://docs.pytest.org') ? 'passed' : 'text'),
};

function kindOf(line: string): LineKind {
  const word = /[A-Z]{5}/.test(line) ? verdict.exec(line)?.[1] : undefined;
  if (word !== undefined) return /^(?:PASSED|SKIPPED|XFAIL)$/.test(word) ? 'passed' : 'early';
  const signs = letters.exec(line)?.[1];
  if (signs !== undefined) return kindOfSigns(signs, line);
  return isChatter(line) ? 'passed' : 'text';
}

function kindOfSigns(signs: string, line: string): LineKind {
  // A word of another program.
  if (signs === line && /^[PRpEFXsx]{1,3}$/.test(signs)) return 'text';
  if (/[FEX]/.test(signs)) return 'early';
  // Without its percentage the file is not at its end: one of its tests hangs or kills the run.
  return line.includes('.py ') && !line.endsWith(']') ? 'place' : 'passed';
}

function isChatter(line: string): boolean {
  return /^(?:collecting \.\.\.|collected \d+ items?|bringing up nodes|scheduling tests via |created: \d+\/\d+ workers|\d+ workers? \[\d+ items?\]|gw\d+ (?:\[\d+\]|[CI])(?: |$))/.test(
    line,
  );
}

/** Lines about pytest and its plugins, above the first test. */
function isHead(line: string): boolean {
  // A plugin that shuffles reports the seed that repeats the run.
  if (/error|warn|fail|seed/i.test(line)) return false;
  return /^(?:platform |[\w.-]+: |hypothesis profile )/.test(line);
}

function shortKind(line: string): LineKind {
  if (/^(?:FAILED|ERROR|XPASS|SUBFAIL(?:ED)?)\b/.test(line)) return 'failed';
  return /^(?:PASSED|XFAIL|SUBPASS(?:ED)?)\b/.test(line) ? 'passed' : 'text';
}

/** Files that are covered whole go. */
function coverageKind(line: string): LineKind {
  if (/^-+$/.test(line)) return 'passed';
  return /^\S+(?: +\d+)+ +100(?:\.0+)?%\s*$/.test(line) && !line.startsWith('TOTAL')
    ? 'row'
    : 'text';
}

/** Kind of the lines below a title of pytest. */
type PytestSection =
  'head' | 'run' | 'blocks' | 'short' | 'tables' | 'coverage' | 'printed' | 'other';

/** The frame is one longer on one side where the width is odd. */
const title = /^(=+|-+) (.+) (?:=+|-+)$/;
const counts =
  /^(?:=+ )?(?:(?:\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests passed|subtests failed))(?:, )?)+ in \d[\d.]*s(?: \([\d:. a-z,]+\))?(?: =+)?$/;
const nothing = /^(?:=+ )?no tests (?:ran|collected)(?: \(.*\))? in \d[\d.]*s(?: =+)?$/;
const collected = /^(?:=+ )?\d+(?:\/\d+)? tests? (?:collected|found)\b.* in \d[\d.]*s(?: =+)?$/;

/** The last line of a run; with -q it has no frame. */
function summaryOf(line: string): boolean {
  if (!line.includes(' in ')) return false;
  return counts.test(line) || nothing.test(line) || collected.test(line);
}

/** Undefined for a line that is no title. */
function readTitle(line: string): PytestSection | undefined {
  if (!line.startsWith('===') && !line.startsWith('--- ') && !line.startsWith('------')) {
    return undefined;
  }
  const [, frame = '', name] = title.exec(line) ?? [];
  if (name === undefined) return undefined;
  if (name.startsWith('coverage: ')) return 'coverage';
  // Titles of dashes are inside a failure's block: captured output.
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
