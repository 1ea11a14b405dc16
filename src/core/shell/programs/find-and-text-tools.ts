import { nameSet } from '../../base/text-lines';
import {
  danger,
  type Discovery,
  flag,
  glued,
  loadsCode,
  type ProgramTable,
  reads,
  runs,
  runsCode,
  text,
  type Usage,
  writesFile,
} from './program-table';
import { checkAwk, checkInPlace, checkJq, checkSed } from './script-checks';

const pattern = { value: 'text', isPattern: true } as const;
const patternFile = { value: 'read', isPattern: true } as const;

const find: ProgramTable = {
  programs: 'find gfind',
  singleDash: true,
  operands: 'none',
  options: {
    '-delete': danger('deletes the files it finds'),
    '-L -follow': danger('follows links to other folders'),
    '-exec -execdir -ok -okdir': danger('runs a program on the files it finds'),
    '-fprint -fprint0 -fls': writesFile,
    '-fprintf': writesFile,
    '-files0-from': danger('reads the folders to search from a file', 'read'),
    '-newer -anewer -cnewer -samefile': reads,
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname': text,
    '-type -xtype -size -mtime -atime -ctime -mmin -amin -cmin -perm -user -group': text,
    '-maxdepth -mindepth -printf -newermt -regextype -links -inum -fstype -uid -gid': text,
  },
  check: checkFind,
};

/** The folders to search come before the tests. */
function checkFind({ operands, options }: Usage): readonly Discovery[] {
  const writes = options.some(({ rule }) => rule?.hazard?.startsWith('deletes') === true);
  const marks = nameSet('( ) ! , ; + {}');
  // Here `--` ends nothing but the options about links.
  const behind = operands
    .filter(({ text: word }) => /^-./.test(word))
    .map(({ text: word }) => ({ reason: `find reads ${word} as a test behind -- too` }));
  const paths = operands
    .filter(({ text: word }) => !marks.has(word))
    .map((word): Discovery => ({ path: { text: word.text, access: 'read' } }));
  return [...behind, ...paths, ...(writes ? [{ writes: true } as const] : [])];
}

const grep: ProgramTable = {
  programs: 'grep egrep fgrep ggrep zgrep bzgrep xzgrep',
  operands: 'pattern',
  options: {
    '-e --regexp': pattern,
    '-f --file': patternFile,
    '--exclude-from': reads,
    '-A -B -C -m -D -d --after-context --before-context --context --max-count': text,
    '--include --exclude --exclude-dir --binary-files --devices --directories --label': text,
    '--color --colour': glued,
    '-r --recursive': flag,
    '-R --dereference-recursive': danger('follows links to other folders'),
  },
};

const ripgrep: ProgramTable = {
  programs: 'rg ripgrep ugrep ug ag ack',
  operands: 'pattern',
  options: {
    '-e --regexp': pattern,
    '-f --file': patternFile,
    '--pre --hostname-bin --pager --filter': runs,
    '-L --follow': danger('follows links to other folders'),
    '-z --search-zip': danger('runs decompression programs'),
    '--ignore-file': reads,
    '--files --type-list': { isPattern: true },
    '-n -i -l -c -v -w -x -S -s -F -o -u -P -U -H -N -I -a -p -q -0 -h -V': flag,
    '-g --glob --iglob -t --type -T --type-not -A -B -C -m --max-count --max-depth -d -j': text,
    '-r --replace -E --encoding -M --max-columns --sort --sortr --color --colors --engine': text,
    '--pre-glob --type-add --type-clear --context-separator --max-filesize --threads': text,
    '--context --after-context --before-context --path-separator --dfa-size-limit': text,
  },
};

const sed: ProgramTable = {
  programs: 'sed gsed ssed',
  operands: 'pattern',
  options: {
    '-e --expression': pattern,
    '-f --file': { value: 'read', hazard: 'runs a script from a file', isPattern: true },
    '-i -I --in-place': danger('changes the files', 'glued'),
    '-l --line-length': text,
    '-s --separate -n --quiet --silent -E -r --regexp-extended -z --null-data --posix': flag,
  },
  check: checkSed,
};

const awk: ProgramTable = {
  programs: 'awk gawk mawk nawk original-awk',
  operands: 'pattern',
  endsAtOperand: true,
  options: {
    '-f --file': { ...loadsCode, isPattern: true },
    '-e --source': { ...runsCode, isPattern: true },
    '-E --exec': { ...loadsCode, isPattern: true },
    '-i --include -l --load': loadsCode,
    '-o --pretty-print -d --dump-variables -p --profile': danger('writes a file', 'glued'),
    '-D --debug': danger('opens the debugger', 'glued'),
    '-F --field-separator -v --assign': text,
    '-W': danger('may pass any other option', 'text'),
  },
  check: checkAwk,
};

const sort: ProgramTable = {
  programs: 'sort gsort',
  operands: 'read',
  options: {
    '-o --output': writesFile,
    '--compress-program': runs,
    '-T --temporary-directory': danger('writes to another folder', 'write'),
    '--files0-from': danger('reads files that another file names', 'read'),
    '--random-source': reads,
    '-k --key -t --field-separator -S --buffer-size --batch-size --parallel': text,
    '--sort --check': glued,
    '-c -C -r --reverse -u --unique -n --numeric-sort -s --stable': flag,
  },
};

const jq: ProgramTable = {
  programs: 'jq gojq jaq',
  operands: 'pattern',
  options: {
    '-f --from-file': { ...loadsCode, isPattern: true },
    '-L --library-path': loadsCode,
    '--slurpfile --rawfile --argfile': { value: 'read', values: 2 },
    '--arg --argjson': { value: 'text', values: 2 },
    '--indent': text,
  },
  check: checkJq,
};

const yq: ProgramTable = {
  programs: 'yq',
  operands: 'pattern',
  options: {
    '-i --inplace --in-place': danger('changes the files'),
    '-s --split-exp': danger('writes files', 'text'),
    '--from-file': { ...loadsCode, isPattern: true },
    '-o --output-format -p --input-format -I --indent': text,
    '--security-enable-system-operator --enable-system-operator': danger(
      'lets the program run others',
    ),
  },
  check: (usage) => [...checkJq(usage), ...checkInPlace(usage)],
};

const fd: ProgramTable = {
  programs: 'fd fdfind',
  operands: 'pattern',
  options: {
    '-L --follow': danger('follows links to other folders'),
    '-x --exec -X --exec-batch': danger('runs a program on the files it finds'),
    '--ignore-file': reads,
    '-C --base-directory --search-path': reads,
    '-t --type -e --extension -E --exclude -d --max-depth -S --size -j --threads -c': text,
    '--and --changed-within --changed-before --owner -o --color --format': text,
  },
};

export const findAndTextTools: readonly ProgramTable[] = [
  find,
  grep,
  ripgrep,
  sed,
  awk,
  sort,
  jq,
  yq,
  fd,
];
