import type { LinePolicy } from '../../lines/line-strategy';
import {
  namesFailure,
  type Diagnostic,
  type DiagnosticReader,
  type DiagnosticSink,
  firstGroup,
  type OwnPatterns,
  type CreateReader,
} from './diagnostic';
import { pythonRows, createRowReader } from './row-readers';

/** Content of the lines of one finding. */
interface BlockFacts {
  readonly header: string;
  /** The rule that its frame names. */
  readonly rule: string | undefined;
}

/** How one tool writes findings with a code frame. */
export interface BlockForm {
  /** Whether a line may begin a finding. */
  isHeader(line: string): boolean;
  place(line: string): string | undefined;
  /** The rule, where a line of the finding names it. */
  rule(line: string): string | undefined;
  /** How it is grouped; undefined where its whole text stays as it came. */
  words(facts: BlockFacts): BlockWords | undefined;
}

type BlockWords = Pick<Diagnostic, 'group' | 'title' | 'message'>;

interface Block {
  readonly isError: boolean;
  /** All of it, unchanged. */
  readonly lines: string[];
  place: string | undefined;
  rule: string | undefined;
  readonly details: string[];
  readonly failureDetails: string[];
}

/** Lines of a message between its first one and its place. */
const maxMessageLines = 8;
const maxBlockLines = 500;

/**
 * Findings as rustc writes them: a header, `--> place`, a frame, and notes, up to a blank line. Only
 * place and words stay of a warning; its frame repeats the file. An error keeps it.
 */
function createBlockReader(
  form: BlockForm,
  judge: LinePolicy,
  sink: DiagnosticSink,
): DiagnosticReader {
  let open: Block | undefined;

  /** True if the finding continues in its own words; the blank line below it is then removed too. */
  function close(): boolean {
    const diagnostic = open === undefined ? undefined : diagnosticOf(open, form, judge);
    if (diagnostic !== undefined) sink.found(diagnostic);
    else for (const line of open?.lines ?? []) sink.plain(line);
    open = undefined;
    return diagnostic !== undefined;
  }

  return {
    push(line) {
      if (open !== undefined && line !== '' && take(open, line, form, judge)) return;
      const isGone = close() && line === '';
      if (isGone) return;
      if (!form.isHeader(line)) sink.plain(line);
      else {
        open = blockOf(line, form.rule(line));
      }
    },
    end: close,
  };
}

function blockOf(header: string, rule: string | undefined): Block {
  const isError = header.startsWith('error');
  return { isError, lines: [header], place: undefined, rule, details: [], failureDetails: [] };
}

/** Whether the line belongs to the open finding. */
function take(block: Block, line: string, form: BlockForm, judge: LinePolicy): boolean {
  if (block.lines.length === maxBlockLines) return false;
  if (block.place === undefined) {
    block.place = form.place(line);
    const isMessage = line.startsWith(' ') && block.lines.length <= maxMessageLines;
    if (block.place === undefined && !isMessage) return false;
    if (block.place === undefined) block.details.push(line.trim());
  } else {
    if (!frame.test(line)) return false;
    readFrame(block, line, form, judge);
  }
  block.lines.push(line);
  return true;
}

/** Rulers, numbered lines, notes below them, and help with a frame of its own. */
const frame = /^(?: |\d+ +[-|~+:]|\d+ *\||help: |note: |\.\.\.$)/;
const furtherPlace = /^ *(?:-->|:::) (\S.*)$/;
/** Lines without information on the code: a ruler between frames, and how to disable the rule. */
const empty = /^ *(?:\|$|= help: to override )/;

function readFrame(block: Block, line: string, form: BlockForm, judge: LinePolicy): void {
  // Checked on each line: a later one may show that the rule was turned into an error.
  const rule = form.rule(line);
  block.rule ??= rule;
  const further = furtherPlace.exec(line)?.[1];
  if (judge.isPreserved(line)) block.details.push(line.trim());
  else if (further !== undefined) block.details.push(`see ${further}`);
  else if (block.isError) {
    if (rule === undefined && !empty.test(line)) block.details.push(line);
  } else if (judge.isDiagnostic(line)) block.failureDetails.push(line.trim());
}

function diagnosticOf(block: Block, form: BlockForm, judge: LinePolicy): Diagnostic | undefined {
  const { isError, lines, place, rule, details, failureDetails } = block;
  const header = lines[0] ?? '';
  const words = place === undefined ? undefined : form.words({ header, rule });
  if (words === undefined || place === undefined) return undefined;
  // A line that a user may search for stays whole.
  const isWhole = isError || namesFailure(header) || judge.isPreserved(header);
  return { ...words, ...(isWhole && { message: header }), place, details, failureDetails };
}

const rustcHeader = /^(?:warning(?:\[\w+\])?|error): \S/;
const rustcLocation = /^ *--> (\S.*:\d+:\d+)$/;
/** Kinds of messages whose rule is remembered. */
const maxKinds = 1000;

/**
 * rustc and clippy. The note that names a rule is only below the first warning of that rule, so
 * later ones are recognized by their wording: text in backticks, and numbers, may differ. Errors
 * stay as they are, except for warnings that the command line made errors of (`-D warnings`).
 */
export function createRustcReader(
  own: OwnPatterns,
  judge: LinePolicy,
  sink: DiagnosticSink,
): DiagnosticReader {
  const rules = new Map<string, string>();
  const denied = new Set<string>();

  function ruleIn(line: string): string | undefined {
    const named = own.rule === undefined ? namedRule(line) : firstGroup(own.rule, line);
    if (named !== undefined && line.includes('`-D ')) denied.add(named);
    return named;
  }

  function words({ header: title, rule: named }: BlockFacts): BlockWords | undefined {
    const level = title.startsWith('error') ? 'error' : 'warning';
    const message = title.slice(title.indexOf(': ') + 2);
    const kind = wordingOf(message);
    if (named !== undefined && rules.size < maxKinds) rules.set(kind, named);
    const rule = named ?? rules.get(kind);
    if (level === 'error' && (rule === undefined || !denied.has(rule))) return undefined;
    if (rule === undefined) return { group: `${level}: ${kind}`, title, message };
    return { group: `${level} [${rule}]`, title: `${title} [${rule}]`, message };
  }

  return createBlockReader(
    {
      isHeader: (line) => /^[we]/.test(line) && rustcHeader.test(line),
      place: (line) => firstGroup(own.location ?? rustcLocation, line),
      rule: ruleIn,
      words,
    },
    judge,
    sink,
  );
}

function wordingOf(message: string): string {
  return message.replace(/`[^`]*`/g, '`…`').replace(/\d+/g, '0');
}

const lintAttribute = /#\[(?:warn|deny|forbid)\(([\w:]+)\)\]/;
const lintFlag = /`-[WD] ([\w:-]+)`/;
const clippyPage = /\/rust-clippy\/[^/]+\/index\.html#(\w+)/;

function namedRule(line: string): string | undefined {
  if (!line.startsWith(' ')) return undefined;
  if (line.includes('`#[')) return lintAttribute.exec(line)?.[1];
  if (line.includes('`-')) return lintFlag.exec(line)?.[1]?.replaceAll('-', '_');
  const name = line.includes('/rust-clippy/') ? clippyPage.exec(line)?.[1] : undefined;
  return name === undefined ? undefined : `clippy::${name}`;
}

/** Lines that come after the groups. */
export function endsRustc(line: string): boolean {
  return (
    /^ +Finished /.test(line) ||
    /^(?:warning: \d+ warnings? emitted|error: (?:aborting due to|could not compile))/.test(line)
  );
}

const ruffHeader = /^([A-Z]{1,5}\d{2,5}) (?:\[\*\] )?\S/;
const ruffLocation = /^ *--> (\S.*:\d+:\d+)$/;

/** Linters of Python: findings of one line, and those that ruff writes with place and frame below. */
export const createRuffReader: CreateReader = (judge, sink) => {
  const rows = createRowReader(pythonRows, judge, sink);
  const blocks = createBlockReader(
    {
      isHeader: (line) => ruffHeader.test(line),
      place: (line) => ruffLocation.exec(line)?.[1],
      rule: (line) => ruffHeader.exec(line)?.[1],
      words: ({ header: title, rule = title }) => ({
        group: rule,
        title,
        message: title.slice(rule.length + 1),
      }),
    },
    judge,
    { found: sink.found, plain: rows.push },
  );
  return {
    push: blocks.push,
    end() {
      blocks.end();
      rows.end();
    },
  };
};

/** Lines that come after the groups. */
export function endsPython(line: string): boolean {
  return /^(?:Found \d+ errors?\b|All checks passed|-{60,}$|Your code has been rated)/.test(line);
}
