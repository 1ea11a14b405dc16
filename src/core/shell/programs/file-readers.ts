import { say } from '../../base/sentence';
import {
  danger,
  type Discovery,
  optionRows,
  type ProgramTable,
  type Usage,
  eachLike,
  givenWords,
} from './program-table';

const named = danger('reads names or options from a file', 'read');

/** `uniq in out` and `xxd in out` write their second operand. */
function checkSecond({ name, operands }: Usage): readonly Discovery[] {
  const [, second] = operands;
  if (second === undefined) return [];
  const path = { text: second.text, access: 'write' } as const;
  const reason = say`${name} writes ${second.text}`;
  return [{ reason, staysHere: true, liftedBy: [second.text], path, writes: true }];
}

/** `msl:x` is a script, `ephemeral:x` deletes, `|id` runs, and an address carries data away. */
function checkMedia({ name, operands, options }: Usage): readonly Discovery[] {
  return eachLike(
    givenWords({ operands, options }),
    /^[A-Za-z][\w+.-]*:|^[@|]/,
    (word) => say`${name} reads more than a file by ${word}`,
  );
}

/** A format may be a script, and a document an address. */
function checkPandoc({ name, operands, options }: Usage): readonly Discovery[] {
  return eachLike(
    givenWords({ operands, options }),
    /\.lua\b|^\w+:\/\//,
    (word) => say`${name} runs or fetches ${word}`,
  );
}

/** Programs that look at files and print what they see. */
export const fileReaders: readonly ProgramTable[] = [
  { programs: 'cat tac rev zcat bzcat xzcat zstdcat', operands: 'read', freeOptions: true },
  {
    programs: 'ls dir vdir exa eza lsd stat df',
    operands: 'read',
    freeOptions: true,
    options: optionRows(`
      -I -w -T -f -c -t -D --ignore --hide --width --format --printf --sort = maybe
    `),
  },
  {
    programs: 'tree',
    operands: 'read',
    options: {
      ...optionRows(`
        -o --output = write, writes a file
        -L -I -P -H -T --filelimit --charset --sort --timefmt --infofile = maybe
        -R = writes files
        -l = follows links to other folders
        -a -d -f -x -q -N -Q -p -u -g -s -h -D -F -i -A -S -n -C -X -J -r -t -c -U -v --si --du
        --noreport --dirsfirst --filesfirst --prune --gitignore --matchdirs --ignore-case --nolinks
        --inodes --device --version --help --metafirst
      `),
      '--fromfile --fromtabfile': named,
    },
  },
  {
    check: ({ name, options }) =>
      name === 'du'
        ? options
            .filter((option) => /^-[LDH]$|^--dereference/.test(option.name))
            .map(({ word }) => ({
              reason: say`${word} follows links to other folders`,
              liftedBy: [word],
            }))
        : [],
    programs: 'wc du md5sum sha1sum sha256sum sha512sum shasum cksum b2sum',
    operands: 'read',
    freeOptions: true,
    options: {
      ...optionRows(`
        -d -B -t -X -I -a --max-depth --block-size --threshold --exclude --algorithm = maybe
        --exclude-from = read
      `),
      '--files0-from': named,
    },
  },
  {
    programs: 'head tail cmp comm nl realpath readlink strings',
    operands: 'read',
    freeOptions: true,
    options: optionRows(`
      -n -c -s -i -l -v -w -b -h -d --lines --bytes --pid --sleep-interval = maybe
    `),
  },
  {
    programs: 'cut paste join fold expand unexpand fmt',
    operands: 'read',
    freeOptions: true,
    options: optionRows(`
      -d --delimiter --delimiters --output-delimiter = text
      -t -s -o -e -f -c -b -n -w -i -N -j -1 -2 -a -v --fields --characters --bytes --width = maybe
      --tabs = maybe
    `),
  },
  {
    programs: 'column look',
    operands: 'read',
    freeOptions: true,
    options: optionRows('-s -o -c -N -R -H -n -t -d -J -x = maybe'),
  },
  {
    programs: 'pdflatex xelatex lualatex latex tex latexmk luatex pdftex',
    writes: true,
    singleDash: true,
    options: optionRows(`
      -shell-escape -enable-write18 -shell-restricted = lets a document run programs
      -e -r -pdflatex -latex -usepretex = script, runs a program
      -recorder -recursive -rules -halt-on-error -file-line-error -no-shell-escape -draftmode -pdf
      -pdfxe -pdflua -xelatex -lualatex -f -g -c -C -silent -quiet -synctex -version -help -bibtex
      -norc -dvi -ps
      -output-directory -outdir -auxdir -jobname = write
      -interaction -output-format = text
    `),
    check: ({ operands, name }) =>
      operands
        .filter(({ text: word }) => word.startsWith('\\') || word.startsWith('&'))
        .map(() => ({ reason: say`${name} carries out the code it is given` })),
  },
  {
    programs: 'shuf',
    operands: 'read',
    options: optionRows(`
      -o --output = write, writes a file
      --random-source = read
      -n --head-count -i --input-range = maybe
      -e --echo -r --repeat -z --zero-terminated
    `),
  },
  {
    programs: 'od hexdump base64 base32',
    operands: 'read',
    options: optionRows(`
      -o --output = maybe, writes a file
      -f = maybe, reads names or options from a file
      -n -c -l -s -w -t -j -N -A -S --wrap -i --input = maybe
      -v -d -D --decode -b -x -C -a -h -L --ignore-garbage --canonical --version --help
      --address-radix --format --skip --length --skip-bytes --read-bytes --width = text
    `),
  },
  {
    programs: 'xxd',
    operands: 'read',
    singleDash: true,
    options: optionRows(`
      -c -cols -g -groupsize -l -len -n -o -s -seek = maybe
      -a -b -e -i -p -r -u -d -h -v -E -plain -ps -revert -bits -include -postscript -R -C
    `),
    check: checkSecond,
  },
  {
    programs: 'uniq',
    operands: 'read',
    freeOptions: true,
    options: optionRows('-f -s -w --skip-fields --skip-chars --check-chars = maybe'),
    check: checkSecond,
  },
  {
    programs: 'diff colordiff sdiff diff3 icdiff delta',
    operands: 'read',
    options: optionRows(`
      -o --output = write, writes a file
      --diff-program --diff3-program --pager = script, runs a program
      -l --paginate = runs a program
      --to-file --from-file -X --exclude-from -S --starting-file = read
      -U -C -I -x -F -W --unified --context --exclude --label -L --width = maybe
      --ignore-matching-lines = maybe
      --color = glued
      -u -c -e -n -y -q -s -r -N -a -b -w -B -E -Z -i -t -T -d -p -P -v --brief --recursive
      --report-identical-files --side-by-side --normal --new-file --text --ignore-all-space
      --ignore-space-change --ignore-blank-lines --ignore-case --ignore-trailing-space
      --ignore-tab-expansion --minimal --suppress-common-lines --left-column --expand-tabs
      --strip-trailing-cr --no-dereference --speed-large-files --show-c-function --initial-tab
      --unidirectional-new-file --color-only --version --help
      --tabsize --line-format --horizon-lines --palette --show-function-line = text
    `),
  },
  {
    programs: 'file',
    operands: 'read',
    options: {
      ...optionRows(`
        -C --compile = writes a file
        -z --uncompress -Z --uncompress-noreport = runs a program
        -F -e -P --separator --exclude --parameter = maybe
        -b --brief -i --mime --mime-type --mime-encoding -k --keep-going -L --dereference -h
        --no-dereference -N --no-pad -n --no-buffer -p --preserve-date -r --raw -s --special-files
        -0 --print0 -E --extension -v --version --help -l --list -d
      `),
      '-m --magic-file -f --files-from': named,
    },
  },
  {
    programs: 'bat batcat',
    operands: 'read',
    options: optionRows(`
      --pager = script, runs a program
      --diff -A --show-all -p --plain -pp -n --number -f --force-colorization -L --list-languages
      --list-themes --no-config -P --no-paging -u --unbuffered -V --version -h --help -S -s
      --squeeze-blank
      -l -r -H -m --language --line-range --style --theme --color --wrap --tabs --file-name = maybe
      --paging --italic-text = maybe
      --decorations --terminal-width --tabs-width --map-syntax --diff-context --binary = text
    `),
    verbs: { cache: { hazard: 'writes to another folder' } },
  },
  {
    programs: 'ffmpeg ffprobe ffplay convert magick mogrify identify montage',
    operands: 'maybe',
    writes: true,
    options: optionRows(`
      -i = maybe
      -script -filter_complex_script = read, loads and runs code
      -y -n -hide_banner -nostdin -version -an -vn -sn -strip -auto-orient -verbose -shortest
      -c -codec -c:v -c:a -b:v -b:a -r -s -t -ss -to -f -loglevel -v -crf -preset -vf -af = text
      -map -show_entries -select_streams -of -print_format -resize -quality -density -format = text
      -crop -background -geometry -rotate -threads -pix_fmt -movflags -frames:v -vframes = text
    `),
    singleDash: true,
    check: checkMedia,
  },
  {
    programs: 'pandoc',
    operands: 'maybe',
    options: optionRows(`
      -o --output --extract-media --log = write, writes a file
      -L --lua-filter -F --filter --pdf-engine -d --defaults --data-dir = script, runs a program
      --template = script, runs a program
      -H -B -A --include-in-header --include-before-body --include-after-body --bibliography = read
      -f -t -r -w --from --to --read --write --metadata -M -V --variable --toc-depth = text
      --columns --wrap --shift-heading-level-by --tab-stop --eol --dpi --markdown-headings = text
      --highlight-style --top-level-division --track-changes = text
      -s --standalone --toc --table-of-contents -N --number-sections --self-contained
      --embed-resources --no-highlight --mathjax --mathml --katex --reference-links --ascii -v
      --version -h --help --list-input-formats --list-output-formats --quiet --verbose
      --preserve-tabs
    `),
    check: checkPandoc,
  },
  {
    programs: 'iconv xmllint xsltproc protoc dot flex bison',
    operands: 'maybe',
    options: optionRows(`
      -o --output -O --output-dir = write, writes a file
      --plugin --lua-filter -F --filter --pdf-engine --extract-media = script, runs a program
      --defaults --data-dir --template -I --include = read
      -f -t --from-code --to-code --from --to --xpath = text
      -l --list -c --silent --verbose --noout --format --html --nonet --version --help --huge
      --noent --valid --stringparam -s --debug
    `),
  },
  {
    programs: 'objcopy strip esbuild rollup webpack swc babel terser sass',
    writes: true,
    options: optionRows(`
      -p --configPlugin = text, runs the given code
      --servedir --serve = glued, serves files
      -c --config --plugin --plugins --require --loader = text, loads and runs code
      -o --outfile --outdir --out-dir --output --output-path -d --out-file = write
      --bundle --minify --sourcemap --watch -w --analyze --keep-names --splitting --allow-overwrite
      --tree-shaking --version --help -h -v -g -S -s --strip-all --strip-debug --strip-unneeded
      --silent --no-source-map -m --mangle --compress --comments --color --no-color --stats
      --platform --format --target --log-level --charset --jsx --legal-comments --mode = text
      --style --external --main-fields --conditions --global-name --environment --input = text
      --devtool = text
    `),
  },
  {
    programs: 'date',
    operands: 'none',
    options: optionRows(`
      -s --set = text, changes the machine
      -f --file -r --reference = read
      -d --date -I --iso-8601 --rfc-3339 -v = maybe
      -u --utc --universal -R --rfc-email --debug -n -j --version --help
    `),
    check: ({ operands }) =>
      operands
        .filter(({ text: word }) => /^\d+(?:\.\d+)?$/.test(word))
        .map(({ text: word }) => ({ reason: say`date ${word} sets the clock`, staysHere: true })),
  },
  {
    programs: 'hostname domainname dnsdomainname',
    operands: 'none',
    options: optionRows(`
      -F --file = read, changes the machine
      -s --short -f --fqdn --long -i --ip-address -I --all-ip-addresses -d --domain -A
    `),
    check: ({ operands }) =>
      operands
        .slice(0, 1)
        .map(() => ({ reason: say`hostname sets the name of the machine`, staysHere: true })),
  },
  {
    programs: 'echo printf pwd true false : tr seq expr sleep which',
    operands: 'none',
    freeOptions: true,
  },
  {
    programs: 'whereis type dirname basename uname nproc whoami id cal groups tty',
    operands: 'none',
    freeOptions: true,
  },
  { programs: 'test [ [[', operands: 'maybe', freeOptions: true },
];
