import type { LinePolicy } from '../../lines/line-strategy';
import {
  firstGroup,
  namesFailure,
  type DiagnosticReader,
  type DiagnosticSink,
  type OwnPatterns,
} from './diagnostic';

const row = /^ +(\d+:\d+) +(error|warning) {2,}(\S.*)$/;
const messageAndRule = /^(.*\S) {2,}(\S+)$/;
/** Lines of one message. */
const maxMessageLines = 20;

/** eslint's `stylish`: the file, below it one line a finding, then a blank line. */
export function createEslintReader(
  own: OwnPatterns,
  judge: LinePolicy,
  sink: DiagnosticSink,
): DiagnosticReader {
  /** May be the file of the lines below; undefined when it has been given. */
  let heading: string | undefined;
  let file: string | undefined;
  let foreign = 0;

  /** Repeats the file name for its lines that are kept unchanged. */
  function plainRow(line: string): void {
    if (heading !== undefined) sink.plain(heading);
    heading = undefined;
    sink.plain(line);
  }

  function giveHeading(): void {
    if (heading !== undefined && file === undefined) sink.plain(heading);
    heading = undefined;
    file = undefined;
  }

  function takeRow(line: string, path: string): boolean {
    const [, place, level, text] = row.exec(line) ?? [];
    if (place === undefined || level === undefined || text === undefined) return false;
    file = path;
    const [, message, named] = messageAndRule.exec(text) ?? [];
    const rule = own.rule === undefined ? named : firstGroup(own.rule, line);
    foreign = 0;
    // Without a rule: the file could not be read, or the message goes on below.
    if (rule === undefined || namesFailure(line) || judge.isPreserved(line)) {
      plainRow(line);
      foreign = rule === undefined ? maxMessageLines : 0;
      return true;
    }
    const said = own.rule === undefined ? String(message) : text;
    sink.found({ group: `${level} ${rule}`, message: said, place, path, raw: line });
    return true;
  }

  /** True if the line continues a message that has no rule yet. */
  function takeForeign(line: string): boolean {
    if (file === undefined || line === '' || foreign === 0) return false;
    foreign -= 1;
    plainRow(line);
    return true;
  }

  return {
    push(line) {
      const path = file ?? heading;
      if (path !== undefined && line.startsWith(' ') && takeRow(line, path)) return;
      if (takeForeign(line)) return;
      // The blank line below a file is removed with its findings.
      const isGone = file !== undefined && heading !== undefined && line === '';
      giveHeading();
      if (isGone) return;
      if (line !== '' && !line.startsWith(' ')) heading = line;
      else sink.plain(line);
    },
    end: giveHeading,
  };
}

/** The line after the groups. */
export function endsEslint(line: string): boolean {
  return /^✖ \d+ problems?\b/.test(line);
}
