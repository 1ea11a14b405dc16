import { say, sayThat, type Sentence } from '../../base/sentence';
import { nameSet } from '../../base/text-lines';
import type { ShellHazard, ShellWord } from '../../contracts/calls/shell-analysis';
import { placed } from '../programs/find-in-program';
import { danger, optionRows, type Options } from '../programs/program-table';
import { readOptions, type ReadOptions } from '../programs/read-options';
import type { Described } from '../command/simple-command';
import { attach, joinFindings, nothingFound, warn, withForms } from '../command/finding';
import { decides, joinDescribed, makePart, onePart } from './parts';
import type { Describer, CommandContext } from './command-context';
import { baseName, shorten, textOf, wordHazards } from '../command/words';

const shells = nameSet('bash sh zsh dash ksh ash mksh rbash');
const standard = /^(?:(?:\/usr(?:\/local)?)?\/bin\/|\/opt\/homebrew\/bin\/)?[a-z]+$/;

const startFiles = 'runs the startup files of the shell';
export const shellOptions: Options = {
  ...optionRows(`
    -c -a -b -e -f -h -k -m -n -p -r -t -u -v -x -B -C -E -H -P -T --norc --noprofile --posix
    --restricted --verbose --version --help --noediting
    --rcfile --init-file = text, runs another startup file
    -s = runs what it reads from its input
    -o -O = text
  `),
  '-l --login -i --interactive': danger(startFiles),
};

/**
 * A shell inside the command: its script is read as the rest is (decisions shell-wrappers and
 * shell-heredocs).
 */
export const describeShell: Describer = (scene) => {
  if (!isShell(scene.program.text)) return undefined;
  const read = readShellOptions(scene.rest);
  const hazards = [...hazardsOf(read), ...foreign(scene)];
  const isText = read.options.some(({ name: option }) => option === '-c');
  const [first] = read.operands;
  if (isText) return describeText(scene, first, hazards);
  if (read.options.some(({ name: option }) => option === '-s')) {
    return describeInput(scene, hazards);
  }
  if (first !== undefined && first.text !== '-') return describeFile(scene, first, hazards);
  return describeInput(scene, hazards);
};

export function isShell(program: string): boolean {
  return shells.has(baseName(program));
}

/** `+x` switches off what `-x` switches on, and ends no options. */
export function readShellOptions(rest: readonly ShellWord[]): ReadOptions {
  const words = rest.map((word) => ({ ...word, text: word.text.replace(/^\+(?=[A-Za-z])/, '-') }));
  return readOptions(words, {
    options: shellOptions,
    singleDash: false,
    endsAtOperand: true,
    bundlesFirst: false,
  });
}

function hazardsOf({ options: used }: ReadOptions): readonly ShellHazard[] {
  return used.flatMap(({ rule, written, word }): readonly ShellHazard[] => {
    if (rule === undefined) {
      return [{ reason: say`${shorten(written)} is not a known shell option` }];
    }
    if (rule.hazard === undefined) return [];
    return [{ reason: sayThat(shorten(written), rule.hazard), liftedBy: [word] }];
  });
}

function foreign({ program }: CommandContext): readonly ShellHazard[] {
  if (standard.test(program.text)) return [];
  const reason = say`${shorten(program.text)} is not the system's shell`;
  return [{ reason, liftedBy: [program.text] }];
}

function describeText(
  scene: CommandContext,
  script: ShellWord | undefined,
  hazards: readonly ShellHazard[],
): Described {
  if (script?.known !== true) {
    return describeUnread(scene, hazards, say`the text that it runs is known only when it runs`);
  }
  return describeScript(scene, script.text, hazards);
}

/**
 * What bash reads in another way than sh, dash, ksh or zsh. Where it stands, in quotes too, the
 * shell that runs the text may see other commands than we do.
 */
const differs: readonly RegExp[] = [
  // Quotes, arithmetic and conditions.
  /\$['"[]|\$\{\s|\[\[|\(\(|==/,
  // Redirections and lists.
  /&>|>&(?![-\d])|<<<|\|&|;;?&|\{\w+\}[<>]|<\d*-\d*>|[<>=]\(|<#/,
  // Assignments, lists and patterns.
  /\{[^\s{}]*(?:,|\.\.)[^\s{}]*\}|\+=|[@?+*!]\(|\*\*|\w~\w|~[-+]|\w\*?\(\+/,
  // Words that are commands in one of them only, and first letters that zsh expands.
  /(?:^|[\s;&|({])(?:function|select|coproc|time|repeat|foreach|end|noglob|nocorrect|always|autoload|zmodload|setopt|let|typeset|print|source)(?=$|[\s;])/,
  /(?:^|\s)[=^%]\w|(?:^|[;&|({]\s*)-\s/,
];

/** The grammar is that of bash; a text for another shell asks where the two may differ. */
function dialectHazards(shell: string, script: string): readonly ShellHazard[] {
  const name = baseName(shell);
  if (/^r?bash$/.test(name) || !differs.some((pattern) => pattern.test(script))) return [];
  return [{ reason: say`${name} may read this text in another way than bash` }];
}

function describeScript(
  scene: CommandContext,
  script: string,
  given: readonly ShellHazard[],
): Described {
  const { command, analyzeScript: readScript } = scene;
  const hazards = [...given, ...dialectHazards(scene.program.text, script)];
  const inner = withForms(readScript(script, command.folders), [textOf(command.words)]);
  const own = attach(inner, {
    ...nothingFound,
    hazards: [...hazards, ...wordHazards(command.words)],
  });
  const isEmpty = inner.parts.length === 0;
  const outer = makePart(command, isEmpty ? 'decides' : 'tightens', {
    ...nothingFound,
    hazards: isEmpty ? hazards : [],
  });
  return joinDescribed(onePart(outer, command), [own]);
}

function describeFile(
  { command }: CommandContext,
  file: ShellWord,
  hazards: readonly ShellHazard[],
): Described {
  const reason = say`it runs the script ${shorten(file.text)}, which no rule has read`;
  const own: ShellHazard = file.known
    ? { reason, staysHere: true, liftedBy: [file.text] }
    : { reason };
  const paths = file.known ? [{ text: file.text, access: 'read', certain: true } as const] : [];
  const finding = joinFindings([
    { ...nothingFound, hazards: [own, ...hazards, ...wordHazards(command.words)] },
    placed(paths, command.folders),
    command.folders === undefined ? warn(say`it runs in a folder that is not known`) : nothingFound,
  ]);
  return onePart(makePart(command, 'decides', finding), command);
}

/** A here-document that holds no more than text is a script that can be read. */
function describeInput(scene: CommandContext, hazards: readonly ShellHazard[]): Described {
  const { hereDocuments, redirections } = scene.command;
  const last = hereDocuments.at(-1);
  const isLiteral = last !== undefined && (last.quoted || !/[$`\\]/.test(last.body));
  const isInput =
    hereDocuments.length === 1 && redirections.every(({ operator }) => operator.startsWith('>'));
  if (isLiteral && isInput) return describeScript(scene, last.body, hazards);
  return describeUnread(
    scene,
    hazards,
    say`what it reads from its input is known only when it runs`,
  );
}

function describeUnread(
  { command }: CommandContext,
  hazards: readonly ShellHazard[],
  reason: Sentence,
): Described {
  return decides(command, [...hazards, { reason }]);
}
