import { say, type Sentence } from '../../base/sentence';
import type { Discovery, Usage } from './program-table';
import { type SedEffect, sedEffects } from './sed-script';

/** The program texts of a call: what its options bring, else the first operand. */
function scriptsOf({ options, operands }: Usage): readonly string[] {
  const given = options.filter(({ rule }) => rule?.isPattern === true);
  if (given.length === 0) return operands.slice(0, 1).map(({ text }) => text);
  return given.flatMap(({ rule, value }) =>
    rule?.value === 'text' && value !== undefined ? [value.text] : [],
  );
}

/** The commands `e`, `w`, `r` and the flags of `s` reach outside the text (CVE-2025-64755). */
export function checkSed(usage: Usage): readonly Discovery[] {
  const effects = sedEffects(scriptsOf(usage).join('\n'));
  return [...checkInPlace(usage), ...effects.map(discoveryOf)];
}

const inPlace = new Set(['-i', '-I', '--in-place', '--inplace']);

/** With `-i`, the files are also written. */
export function checkInPlace({ options, operands }: Usage): readonly Discovery[] {
  if (!options.some(({ name, rule }) => rule?.hazard !== undefined && inPlace.has(name))) return [];
  const isGiven = options.some(({ rule }) => rule?.isPattern === true);
  const files = isGiven ? operands : operands.slice(1);
  return [
    { writes: true },
    ...files.map(({ text }): Discovery => ({ path: { text, access: 'write' } })),
  ];
}

const streams = new Set(['/dev/stdout', '/dev/stderr', '/dev/stdin']);

function discoveryOf({ kind, file = '' }: SedEffect): Discovery {
  if (streams.has(file)) return {};
  switch (kind) {
    case 'runs':
      return { reason: say`the sed script runs a program` };
    case 'unclear':
      return { reason: say`the sed script cannot be read` };
    case 'writes':
      return {
        reason: say`the sed script writes a file`,
        staysHere: true,
        path: { text: file, access: 'write' },
        writes: true,
      };
    case 'reads':
      return { path: { text: file, access: 'read' } };
  }
}

interface TextHazard {
  readonly pattern: RegExp;
  readonly reason: Sentence;
  readonly staysHere?: true;
}

const awkHazards: readonly TextHazard[] = [
  { pattern: /\bsystem\b/, reason: say`the awk program runs a program` },
  { pattern: /\bgetline\b/, reason: say`the awk program reads files or runs a program` },
  { pattern: /@/, reason: say`the awk program loads code or calls by a name it computes` },
  {
    pattern: /\b(?:ENVIRON|SYMTAB)\b/,
    reason: say`the awk program reads the environment`,
    staysHere: true,
  },
  { pattern: /\bARG[VC]\b/, reason: say`the awk program chooses the files it reads` },
];

/** Inside quotes, these marks have no meaning. */
const awkOutputs: readonly TextHazard[] = [
  { pattern: /\bprintf?\b[^]*(?<!\|)\|(?!\|)/, reason: say`the awk program runs a program` },
  { pattern: /\bprintf?\b[^]*>/, reason: say`the awk program may write a file` },
];

const jqHazards: readonly TextHazard[] = [
  {
    pattern: /\$ENV\b|(?<![.\w$"'])env\b/,
    reason: say`the jq program reads the environment`,
    staysHere: true,
  },
  {
    pattern: /\b(?:str)?load(?:_\w+|str)?\s*\(/,
    reason: say`the program reads another file`,
    staysHere: true,
  },
  { pattern: /\b(?:eval|system)\s*\(/, reason: say`the program runs what it computes` },
  {
    pattern: /\bstrenv\b|\benvsubst\b/,
    reason: say`the program reads the environment`,
    staysHere: true,
  },
  { pattern: /\b(?:import|include|modulemeta)\b/, reason: say`the jq program loads code` },
];

function checkText(hazards: readonly TextHazard[], program: string): readonly Discovery[] {
  return hazards
    .filter(({ pattern }) => pattern.test(program))
    .map(({ pattern: _, ...found }) => found);
}

export function checkAwk(usage: Usage): readonly Discovery[] {
  const program = scriptsOf(usage).join('\n');
  return [...checkText(awkHazards, program), ...checkText(awkOutputs, withoutTexts(program))];
}

/** If a slash or a comment may contain a quote, it is uncertain what is a string. */
function withoutTexts(program: string): string {
  return /[/#]/.test(program) ? program : program.replace(/"(?:[^"\\]|\\[^])*"/g, '""');
}

export function checkJq(usage: Usage): readonly Discovery[] {
  return checkText(jqHazards, scriptsOf(usage).join('\n'));
}
