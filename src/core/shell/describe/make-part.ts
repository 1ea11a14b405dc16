import type { ShellPart } from '../../contracts/shell-reading';
import type { Described, SimpleCommand } from '../simple-command';
import { type Finding, nothingFound } from './finding';
import { baseName, textOf } from './words';

/** A part for the words of a command, with the further texts that name it. */
export function makePart(
  command: SimpleCommand,
  role: ShellPart['role'],
  finding: Finding = nothingFound,
): ShellPart {
  const text = textOf(command.words);
  const forms = [...formsOf(command), ...finding.forms];
  return {
    words: command.words,
    raw: command.raw,
    role,
    hazards: distinct(finding.hazards),
    paths: distinct(finding.paths),
    // An option may name what a program that else only reads writes to, `sort -o`.
    writes: finding.writes || finding.paths.some(({ access }) => access === 'write'),
    forms: [...new Set(forms)].filter((form) => form !== text && form !== ''),
  };
}

/** The same thing may be found in two ways; it is told once. */
function distinct<Fact extends object>(facts: readonly Fact[]): readonly Fact[] {
  if (facts.length < 2) return facts;
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()];
}

/** A command that is one part and moves nothing. */
export function onePart(part: ShellPart, { folders }: SimpleCommand): Described {
  return { parts: [part], blocked: [], doubts: [], folders };
}

function formsOf({ words, assignments, raw }: SimpleCommand): readonly string[] {
  const text = textOf(words);
  const before = assignments.map(({ name, value }) => `${name}=${value.text}`);
  const [program, ...rest] = words;
  const named =
    program === undefined
      ? ''
      : [baseName(program.text), ...rest.map((word) => word.text)].join(' ');
  return [raw, [...before, text].join(' ').trim(), named];
}
