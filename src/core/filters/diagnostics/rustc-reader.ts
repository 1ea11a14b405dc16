import type { LinePolicy } from '../strategy';
import { createBlockReader, type BlockFacts, type BlockWords } from './block-reader';
import {
  firstGroup,
  type DiagnosticReader,
  type DiagnosticSink,
  type OwnPatterns,
} from './diagnostic';

const rustcHeader = /^(?:warning(?:\[\w+\])?|error): \S/;
const rustcLocation = /^ *--> (\S.*:\d+:\d+)$/;
/** Kinds of messages whose rule is remembered. */
const maxKinds = 1000;

/**
 * rustc and clippy. The note that names a rule stands only below the first warning of that rule, so
 * later ones are told by their wording: what stands in backticks, and numbers, may differ. Errors
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

/** Lines that the groups stand before. */
export function endsRustc(line: string): boolean {
  return (
    /^ +Finished /.test(line) ||
    /^(?:warning: \d+ warnings? emitted|error: (?:aborting due to|could not compile))/.test(line)
  );
}
