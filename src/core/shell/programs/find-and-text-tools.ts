import { say } from '../../base/sentence';
import { nameSet } from '../../base/text-lines';
import {
  type Discovery,
  loadsCode,
  optionRows,
  type ProgramTable,
  runsCode,
  type Usage,
} from './program-table';
import { checkAwk, checkInPlace, checkJq, checkSed } from './script-checks';

const pattern = { value: 'text', isPattern: true } as const;
const patternFile = { value: 'read', isPattern: true } as const;

const find: ProgramTable = {
  programs: 'find gfind',
  singleDash: true,
  operands: 'none',
  options: optionRows(`
    -delete = deletes files
    -L -follow = follows links to other folders
    -exec -execdir -ok -okdir = runs a program on the files it finds
    -fprint -fprint0 -fls -fprintf = write, writes a file
    -files0-from = read, reads names or options from a file
    -newer -anewer -cnewer -samefile = read
    -name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type = text
    -xtype -size -mtime -atime -ctime -mmin -amin -cmin -perm -user -group -maxdepth = text
    -mindepth -printf -newermt -regextype -links -inum -fstype -uid -gid -used -neweraa = text
    -newerma -newermc -newerct -newerat -context -D -O3 -O2 = text
    -print -print0 -ls -prune -quit -not -a -and -o -or -true -false -empty -depth -d -xdev -mount
    -nouser -nogroup -readable -writable -executable -daystart -noleaf -ignore_readdir_race
    -noignore_readdir_race -warn -nowarn -help -version -P -H -E -X -x -s
  `),
  check: checkFind,
};

/** The folders to search come before the tests. */
function checkFind({ operands, options }: Usage): readonly Discovery[] {
  const writes = options.some(({ rule }) => rule?.hazard?.startsWith('deletes') === true);
  const marks = nameSet('( ) ! , ; + {}');
  // Here `--` ends nothing but the options about links.
  const behind = operands
    .filter(({ text: word }) => /^-./.test(word))
    .map(({ text: word }) => ({ reason: say`find reads ${word} as a test behind -- too` }));
  const paths = operands
    .filter(({ text: word }) => !marks.has(word))
    .map((word): Discovery => ({ path: { text: word.text, access: 'read' } }));
  return [...behind, ...paths, ...(writes ? [{ writes: true } as const] : [])];
}

const grep: ProgramTable = {
  programs: 'grep egrep fgrep ggrep zgrep bzgrep xzgrep',
  operands: 'pattern',
  options: {
    ...optionRows(`
      --exclude-from = read
      -A -B -C -m -D -d --after-context --before-context --context --max-count --include = text
      --exclude --exclude-dir --binary-files --devices --directories --label = text
      --color --colour = glued
      -r --recursive -E -F -G -P -i -y -v -w -x -c -l -L -n -o -q -s -b -H -h -T -U -u -Z -z -a -I
      -V --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case
      --no-ignore-case --invert-match --word-regexp --line-regexp --count --files-with-matches
      --files-without-match --line-number --only-matching --quiet --silent --no-messages
      --byte-offset --with-filename --no-filename --initial-tab --null --null-data --text --version
      --help --line-buffered --binary
      -R --dereference-recursive = follows links to other folders
    `),
    '-e --regexp': pattern,
    '-f --file': patternFile,
  },
};

const ripgrep: ProgramTable = {
  programs: 'rg ripgrep ugrep ug ag ack',
  operands: 'pattern',
  options: {
    ...optionRows(`
      --pre --hostname-bin --pager --filter = script, runs a program
      -L --follow = follows links to other folders
      -z --search-zip = runs a program
      --ignore-file = read
      -n -i -l -c -v -w -x -S -s -F -o -u -P -U -H -N -I -a -p -q -0 -h -V --line-number
      --no-line-number --ignore-case --smart-case --case-sensitive --files-with-matches
      --files-without-match --count --count-matches --invert-match --word-regexp --line-regexp
      --fixed-strings --only-matching --unrestricted --no-ignore --hidden --no-ignore-vcs
      --no-ignore-global --no-ignore-parent --no-ignore-dot --no-ignore-exclude --no-ignore-files
      --no-filename --with-filename --heading --no-heading --null --null-data --crlf --multiline
      --multiline-dotall --pcre2 --text --binary --column --byte-offset --json --stats --vimgrep
      --pretty --passthru --quiet --no-messages --trim --debug --trace --line-buffered
      --block-buffered --mmap --no-mmap --one-file-system --no-config --version --help --no-unicode
      --auto-hybrid-regex --max-columns-preview --glob-case-insensitive --include-zero
      --no-require-git --stop-on-nonmatch --no-pcre2-unicode
      -g --glob --iglob -t --type -T --type-not -A -B -C -m --max-count --max-depth -d -j -r = text
      --replace -E --encoding -M --max-columns --sort --sortr --color --colors --engine = text
      --pre-glob --type-add --type-clear --context-separator --max-filesize --threads = text
      --context --after-context --before-context --path-separator --dfa-size-limit = text
      --regex-size-limit --generate --sort-files = text
    `),
    '-e --regexp': pattern,
    '-f --file': patternFile,
    '--files --type-list': { isPattern: true },
  },
};

const sed: ProgramTable = {
  programs: 'sed gsed ssed',
  operands: 'pattern',
  options: {
    ...optionRows(`
      -i -I --in-place = glued, writes files
      -l --line-length = text
      -s --separate -n --quiet --silent -E -r --regexp-extended -z --null-data --posix -a -u
      --unbuffered --sandbox --debug --follow-symlinks --version --help -b --binary
    `),
    '-e --expression': pattern,
    '-f --file': { value: 'read', hazard: 'runs a script', isPattern: true },
  },
  check: checkSed,
};

const awk: ProgramTable = {
  programs: 'awk gawk mawk nawk original-awk',
  operands: 'pattern',
  endsAtOperand: true,
  options: {
    ...optionRows(`
      -i --include -l --load = read, loads and runs code
      -o --pretty-print -d --dump-variables -p --profile = glued, writes a file
      -D --debug = glued, opens a debugger
      -F --field-separator -v --assign = text
      -W = text, may load code
      -S --sandbox -P --posix -c --traditional -b --characters-as-bytes -k --csv -M --bignum -n
      --non-decimal-data -r --re-interval -s --no-optimize -O --optimize -C --copyright -V --version
      -h --help -N --use-lc-numeric
    `),
    '-f --file': { ...loadsCode, isPattern: true },
    '-e --source': { ...runsCode, isPattern: true },
    '-E --exec': { ...loadsCode, isPattern: true },
  },
  check: checkAwk,
};

const sort: ProgramTable = {
  programs: 'sort gsort',
  operands: 'read',
  options: optionRows(`
    -o --output = write, writes a file
    --compress-program = script, runs a program
    -T --temporary-directory = write, writes to another folder
    --files0-from = read, reads names or options from a file
    --random-source = read
    -k --key -t --field-separator -S --buffer-size --batch-size --parallel = text
    --sort --check = glued
    -c -C -r --reverse -u --unique -n --numeric-sort -s --stable -b --ignore-leading-blanks -d
    --dictionary-order -f --ignore-case -g --general-numeric-sort -h --human-numeric-sort -i
    --ignore-nonprinting -m --merge -M --month-sort -R --random-sort -V --version-sort -z
    --zero-terminated --debug --version --help
  `),
};

const jq: ProgramTable = {
  programs: 'jq gojq jaq',
  operands: 'pattern',
  options: {
    ...optionRows(`
      -L --library-path = read, loads and runs code
      --indent = text
      -r --raw-output -c --compact-output -n --null-input -s --slurp -R --raw-input -e --exit-status
      -S --sort-keys -C --color-output -M --monochrome-output -a --ascii-output -j --join-output
      --tab --seq --stream --stream-errors --args --jsonargs --unbuffered -V --version -h --help
      --raw-output0 --debug-trace
    `),
    '-f --from-file': { ...loadsCode, isPattern: true },
    '--slurpfile --rawfile --argfile': { value: 'read', values: 2 },
    '--arg --argjson': { value: 'text', values: 2 },
  },
  check: checkJq,
};

const yq: ProgramTable = {
  programs: 'yq',
  operands: 'pattern',
  options: {
    ...optionRows(`
      -i --inplace --in-place = writes files
      -s --split-exp = text, writes files
      -o --output-format -p --input-format -I --indent = text
      -r --unwrapScalar -P --prettyPrint -n --null-input -N --no-doc -e --exit-status -M --no-colors
      -C --colors -j --tojson -y -Y --yaml-output -c --compact-output -V --version -h --help -v
      --verbose
      --security-enable-system-operator --enable-system-operator = may run a program
    `),
    '--from-file': { ...loadsCode, isPattern: true },
  },
  check: (usage) => [...checkJq(usage), ...checkInPlace(usage), ...checkOnly(usage)],
};

/** A file alone needs no expression. */
function checkOnly({ operands }: Usage): readonly Discovery[] {
  const [only, ...more] = operands;
  if (only === undefined || more.length > 0) return [];
  return [{ path: { text: only.text, access: 'read' } }];
}

const fd: ProgramTable = {
  programs: 'fd fdfind',
  operands: 'pattern',
  options: optionRows(`
    -L --follow = follows links to other folders
    -x --exec -X --exec-batch = runs a program on the files it finds
    --ignore-file -C --base-directory --search-path = read
    -t --type -e --extension -E --exclude -d --max-depth -S --size -j --threads -c --and = text
    --changed-within --changed-before --owner -o --color --format --exact-depth --min-depth = text
    --max-results --max-buffer-time --batch-size --path-separator = text
    -H --hidden -I --no-ignore -u --unrestricted --no-ignore-vcs --no-require-git -s
    --case-sensitive -i --ignore-case -g --glob -F --fixed-strings -a --absolute-path -l
    --list-details -p --full-path -0 --print0 --prune -1 -q --quiet --show-errors --strip-cwd-prefix
    --one-file-system -h --help -V --version --regex --relative-path
  `),
};

const astGrep: ProgramTable = {
  programs: 'ast-grep',
  operands: 'maybe',
  options: optionRows(`
    -c --config = read, loads and runs code
    -r --rewrite -l --lang --selector --strictness --globs -C --context -A --after = text
    -B --before --color --report-style --threads -j --inspect --heading -p --pattern = text
    -U --update-all -i --interactive = writes files
    --json = glued
    --debug-query --no-ignore --follow --stdin -h --help -V --version
  `),
  verbs: {
    'run scan outline docs help': {},
    'new lsp test completions': { hazard: 'runs or writes more than a search' },
  },
};

export const findAndTextTools: readonly ProgramTable[] = [
  astGrep,
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
