import type { LinePolicy } from '../strategy';
import {
  namesFailure,
  type Diagnostic,
  type DiagnosticReader,
  type DiagnosticSink,
} from './diagnostic';

/** What the lines of one finding said. */
export interface BlockFacts {
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

export type BlockWords = Pick<Diagnostic, 'group' | 'title' | 'message'>;

interface Block {
  readonly isError: boolean;
  /** All of it, as it came. */
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
 * place and words stay of a warning; its frame shows what stands in the file. An error keeps it.
 */
export function createBlockReader(
  form: BlockForm,
  judge: LinePolicy,
  sink: DiagnosticSink,
): DiagnosticReader {
  let open: Block | undefined;

  /** True when the finding goes on in its own words, so that the blank line below it goes too. */
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
/** Says nothing of the code: a ruler between two frames, and how to live with the rule. */
const empty = /^ *(?:\|$|= help: to override )/;

function readFrame(block: Block, line: string, form: BlockForm, judge: LinePolicy): void {
  // Asked of each line: a later one may tell that the rule was made an error.
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
  const { isError, lines, place, rule, details, failureDetails: telling } = block;
  const header = lines[0] ?? '';
  const words = place === undefined ? undefined : form.words({ header, rule });
  if (words === undefined || place === undefined) return undefined;
  // What somebody may look for as one line stays one.
  const isWhole = isError || namesFailure(header) || judge.isPreserved(header);
  return {
    group: words.group,
    title: words.title,
    message: isWhole ? header : words.message,
    place,
    path: undefined,
    details,
    failureDetails: telling,
    raw: undefined,
  };
}
