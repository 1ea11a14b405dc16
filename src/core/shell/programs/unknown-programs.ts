import { say } from '../../base/sentence';
import { namesIn, nameSet } from '../../base/text-lines';
import type { Discovery, ProgramTable, Usage } from './program-table';
import { actingHazards, hostHazards, lossHazards, publishHazards } from './word-checks';

/** Parts of option names behind which programs take what they run or load. */
const runningParts =
  nameSet(`exec exe execute command commands cmd eval evaluate expr expression script scripts shell sh rsh
  ssh program prog interpreter plugin plugins require import preload load loader init hook hooks pager
  editor browser viewer wrapper launcher launch run runner spawn fork config conf cfg rc rcfile
  settings helper askpass callback trigger on bind preview handler filter compressor decompressor
  compress lua python perl ruby js javascript macro library lib libs agent daemon use extension
  extensions module modules transform processor middleware driver linker compiler cc cxx sshcmd
  cmdline tool toolchain sudo root chroot setuid privileged engine backend code eval-file mca
  prog-name post pre before after start stop startup notify action actions batch cgi bin reporter
  reporters install resolver formatter javaagent agentlib agentpath debugging listen upload publish deploy`);

/** Short options by which most programs that have them take code or a command. */
const runningLetters = nameSet('-e -c -x -E -X -g -S -r -L -I -init -b');

/** First words that hand the rest to another program. */
const runningVerbs = nameSet(
  'exec eval execute shell repl console sh bash script dlx spawn sudo ssh plugin install tinker',
);
/** They do so where more words follow. */
const launchingVerbs = nameSet('run start launch');

/** Also where a letter or a word is glued to it, as compilers do. */
const runningPart = /plugin|doclet|autoload|bootstrap|.script$/;
/** A letter that takes code, with a path glued to it: `-r./x`. */
const gluedPath = /^-[ecxEXgSr]\.{0,2}\//;

/** What runs code in programs with ways of their own. */
const ownWays: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    a2ps: /^--define/,
    'ansible-inventory': /^(?:-i|--inventory)/,
    checkov: /^--external-checks/,
    erlc: /parse_transform/,
    exiftool: /^-(?:if|api)/,
    gs: /^-d(?:NOSAFER|DELAYSAFER)/,
    ktlint: /^(?:-R|--ruleset)/,
    hlint: /^--(?:with-)?refactor/,
    'ocamlc ocamlopt ocamlfind ocamldep ocamldoc': /^-ppx?$/,
    'phpcs phpcbf': /^--standard=.*[./]/,
    prove: /^-P/,
    'sphinx-build': /^-?D?extensions=/,
    textlint: /^--rules-?dir/,
  }).flatMap(([names, way]) => namesIn(names).map((name) => [name, way] as const)),
);

function looksLikeRunning(option: string): boolean {
  if (runningLetters.has(option) || gluedPath.test(option)) return true;
  if (!/^-{1,2}[A-Za-z]/.test(option) || /^-[A-Za-z]$/.test(option)) return false;
  const name = option.replace(/^-+/, '').replace(/([a-z])([A-Z])/g, '$1-$2');
  const parts = name.toLowerCase().split(/[-_.:]+/);
  const isWay = (part: string): boolean =>
    runningParts.has(part) || runningPart.test(part) || /^(?:exec|cmd)|(?:cmd|exec)$/.test(part);
  return parts.some(isWay);
}

/** Decision 60 for a program without a table: a word that looks like a way to run something asks. */
function checkUnknown({ name, operands, options }: Usage): readonly Discovery[] {
  const ways = options.flatMap(({ word }) => {
    const [name = word] = word.split('=', 1);
    return looksLikeRunning(name) ? [word] : [];
  });
  const behind = operands.filter(({ text: word }) => looksLikeRunning(word.split('=', 1)[0] ?? ''));
  const lost = lossHazards(name, [
    { text: name, known: true },
    ...options.map(({ word }) => ({ text: word, known: true })),
  ]);
  const verbs = operands.slice(0, 2).filter(({ text: word }, at) => {
    const isLaunch = launchingVerbs.has(word) && operands.length > at + 1;
    return isLaunch || word.split(/[-:._/]/).some((part) => runningVerbs.has(part));
  });
  const way = ownWays.get(name);
  const given = [...options.map(({ word }) => word), ...operands.map(({ text }) => text)];
  const own = way === undefined ? [] : given.filter((word) => way.test(word));
  const words = new Set([...ways, ...own, ...[...behind, ...verbs].map(({ text: word }) => word)]);
  const running = [...words].map((word) => ({
    reason: say`${word} looks like a way to run, load or send something, and its program is not known`,
    liftedBy: [word],
  }));
  const acts = actingHazards(name, operands);
  return [
    ...running,
    ...lost,
    ...acts,
    ...publishHazards(name, operands.slice(0, 2)),
    ...hostHazards(name, given),
  ];
}

/** For a program that no table names. */
export const unknownProgram: ProgramTable = {
  programs: '',
  freeOptions: true,
  readsScript: true,
  mayLose: true,
  check: checkUnknown,
};
