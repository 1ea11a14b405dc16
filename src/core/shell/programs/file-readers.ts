import {
  danger,
  type Discovery,
  flags,
  glued,
  loadsCode,
  maybe,
  type ProgramTable,
  reads,
  runs,
  runsCode,
  runsFlag,
  text,
  type Usage,
  values,
  writesFile,
} from './program-table';

const named = danger('reads files that another file names', 'read');

/** `uniq in out` and `xxd in out` write their second operand. */
function checkSecond({ name, operands }: Usage): readonly Discovery[] {
  const [, second] = operands;
  if (second === undefined) return [];
  const path = { text: second.text, access: 'write' } as const;
  const reason = `${name} writes ${second.text}`;
  return [{ reason, liftedBy: [second.text], path, writes: true }];
}

/** `msl:x` is a script, `ephemeral:x` deletes, `|id` runs, and an address carries data away. */
function checkMedia({ name, operands, options }: Usage): readonly Discovery[] {
  const values = options.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return [...operands, ...values]
    .filter(({ text: word }) => /^[A-Za-z][\w+.-]*:|^[@|]/.test(word))
    .map(({ text: word }) => ({
      reason: `${name} reads more than a file by ${word}`,
      liftedBy: [word],
    }));
}

/** A format may be a script, and a document an address. */
function checkPandoc({ name, operands, options }: Usage): readonly Discovery[] {
  const values = options.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return [...operands, ...values]
    .filter(({ text: word }) => /\.lua\b|^\w+:\/\//.test(word))
    .map(({ text: word }) => ({ reason: `${name} runs or fetches ${word}`, liftedBy: [word] }));
}

/** Programs that look at files and print what they see. */
export const fileReaders: readonly ProgramTable[] = [
  { programs: 'cat tac rev zcat bzcat xzcat zstdcat', operands: 'read', freeOptions: true },
  {
    programs: 'ls dir vdir exa eza lsd stat df',
    operands: 'read',
    freeOptions: true,
    options: { '-I -w -T -f -c -t -D --ignore --hide --width --format --printf --sort': maybe },
  },
  {
    programs: 'tree',
    operands: 'read',
    options: {
      '-o --output': writesFile,
      '-L -I -P -H -T --filelimit --charset --sort --timefmt --infofile': maybe,
      '--fromfile --fromtabfile': named,
      '-R': danger('runs tree again in each folder'),
      ...flags(`
        -a -d -l -f -x -q -N -Q -p -u -g -s -h -D -F -i -A -S -n -C -X -J -r -t -c -U -v --si --du
        --noreport --dirsfirst --filesfirst --prune --gitignore --matchdirs --ignore-case --nolinks
        --inodes --device --version --help --metafirst
      `),
    },
  },
  {
    programs: 'wc du md5sum sha1sum sha256sum sha512sum shasum cksum b2sum',
    operands: 'read',
    freeOptions: true,
    options: {
      '--files0-from': named,
      '-d -B -t -X -I -a --max-depth --block-size --threshold --exclude --algorithm': maybe,
      '--exclude-from': reads,
    },
  },
  {
    programs: 'head tail cmp comm nl realpath readlink strings',
    operands: 'read',
    freeOptions: true,
    options: { '-n -c -s -i -l -v -w -b -h -d --lines --bytes --pid --sleep-interval': maybe },
  },
  {
    programs: 'cut paste join fold expand unexpand fmt',
    operands: 'read',
    freeOptions: true,
    options: {
      '-d --delimiter --delimiters --output-delimiter': text,
      '-t -s -o -e -f -c -b -n -w -i -N -j -1 -2 -a -v --fields --characters --bytes --width --tabs':
        maybe,
    },
  },
  {
    programs: 'column look',
    operands: 'read',
    freeOptions: true,
    options: { '-s -o -c -N -R -H -n -t -d -J -x': maybe },
  },
  {
    programs: 'pdflatex xelatex lualatex latex tex latexmk luatex pdftex',
    writes: true,
    singleDash: true,
    options: {
      '-shell-escape -enable-write18 -shell-restricted': danger('lets a document run programs'),
      '-e -r -pdflatex -latex -usepretex': runs,
      '-recorder -recursive -rules': {},
      '-output-directory -outdir -auxdir -jobname': { value: 'write' },
      ...flags(`
        -halt-on-error -file-line-error -no-shell-escape -draftmode -pdf -pdfxe -pdflua -xelatex
        -lualatex -f -g -c -C -silent -quiet -synctex -version -help -bibtex -norc -dvi -ps
      `),
      ...values('-interaction -output-format'),
    },
    check: ({ operands, name }) =>
      operands
        .filter(({ text: word }) => word.startsWith('\\') || word.startsWith('&'))
        .map(() => ({ reason: `${name} carries out the code it is given` })),
  },
  {
    programs: 'shuf',
    operands: 'read',
    options: {
      '-o --output': writesFile,
      '--random-source': reads,
      '-n --head-count -i --input-range': maybe,
      '-e --echo': {},
      ...flags('-r --repeat -z --zero-terminated'),
    },
  },
  {
    programs: 'od hexdump base64 base32',
    operands: 'read',
    options: {
      '-o --output': danger('may write a file', 'maybe'),
      '-f': danger('reads files that another file names', 'maybe'),
      '-n -c -l -s -w -t -j -N -A -S --wrap -i --input': maybe,
      ...flags('-v -d -D --decode -b -x -C -a -h -L --ignore-garbage --canonical --version --help'),
      ...values('--address-radix --format --skip --length --skip-bytes --read-bytes --width'),
    },
  },
  {
    programs: 'xxd',
    operands: 'read',
    singleDash: true,
    options: {
      '-c -cols -g -groupsize -l -len -n -o -s -seek': maybe,
      ...flags(
        '-a -b -e -i -p -r -u -d -h -v -E -plain -ps -revert -bits -include -postscript -R -C',
      ),
    },
    check: checkSecond,
  },
  {
    programs: 'uniq',
    operands: 'read',
    freeOptions: true,
    options: { '-f -s -w --skip-fields --skip-chars --check-chars': maybe },
    check: checkSecond,
  },
  {
    programs: 'diff colordiff sdiff diff3 icdiff delta',
    operands: 'read',
    options: {
      '-o --output': writesFile,
      '--diff-program --diff3-program --pager': runs,
      '-l --paginate': runsFlag,
      '--to-file --from-file -X --exclude-from -S --starting-file': reads,
      '-U -C -I -x -F -W --unified --context --exclude --label -L --width --ignore-matching-lines':
        maybe,
      '--color': glued,
      ...flags(`
        -u -c -e -n -y -q -s -r -N -a -b -w -B -E -Z -i -t -T -d -p -P -v --brief --recursive
        --report-identical-files --side-by-side --normal --new-file --text --ignore-all-space
        --ignore-space-change --ignore-blank-lines --ignore-case --ignore-trailing-space
        --ignore-tab-expansion --minimal --suppress-common-lines --left-column --expand-tabs
        --strip-trailing-cr --no-dereference --speed-large-files --show-c-function --initial-tab
        --unidirectional-new-file --color-only --version --help
      `),
      ...values('--tabsize --line-format --horizon-lines --palette --show-function-line'),
    },
  },
  {
    programs: 'file',
    operands: 'read',
    options: {
      '-C --compile': danger('writes a file'),
      '-m --magic-file -f --files-from': named,
      '-z --uncompress -Z --uncompress-noreport': danger('runs decompression programs'),
      '-F -e -P --separator --exclude --parameter': maybe,
      ...flags(`
        -b --brief -i --mime --mime-type --mime-encoding -k --keep-going -L --dereference -h
        --no-dereference -N --no-pad -n --no-buffer -p --preserve-date -r --raw -s --special-files -0
        --print0 -E --extension -v --version --help -l --list -d
      `),
    },
  },
  {
    programs: 'bat batcat',
    operands: 'read',
    options: {
      '--pager': runs,
      '--diff': {},
      '-l -r -H -m --language --line-range --style --theme --color --wrap --tabs --file-name':
        maybe,
      '--paging --italic-text': maybe,
      ...flags(`
        -A --show-all -p --plain -pp -n --number -f --force-colorization -L --list-languages
        --list-themes --no-config -P --no-paging -u --unbuffered -V --version -h --help -S -s --squeeze-blank
      `),
      ...values('--decorations --terminal-width --tabs-width --map-syntax --diff-context --binary'),
    },
    verbs: { cache: { hazard: 'changes its cache' } },
  },
  {
    programs: 'ffmpeg ffprobe ffplay convert magick mogrify identify montage',
    operands: 'maybe',
    writes: true,
    options: {
      '-i': maybe,
      '-script': loadsCode,
      '-filter_complex_script': loadsCode,
      ...flags(
        '-y -n -hide_banner -nostdin -version -an -vn -sn -strip -auto-orient -verbose -shortest',
      ),
      ...values(`
        -c -codec -c:v -c:a -b:v -b:a -r -s -t -ss -to -f -loglevel -v -crf -preset -vf -af -map
        -show_entries -select_streams -of -print_format -resize -quality -density -format -crop
        -background -geometry -rotate -threads -pix_fmt -movflags -frames:v -vframes
      `),
    },
    singleDash: true,
    check: checkMedia,
  },
  {
    programs: 'pandoc',
    operands: 'maybe',
    options: {
      '-o --output --extract-media --log': writesFile,
      '-L --lua-filter -F --filter --pdf-engine -d --defaults --data-dir --template': runs,
      '-H -B -A --include-in-header --include-before-body --include-after-body --bibliography':
        reads,
      '-f -t -r -w --from --to --read --write --metadata -M -V --variable': text,
      ...flags(`
        -s --standalone --toc --table-of-contents -N --number-sections --self-contained
        --embed-resources --no-highlight --mathjax --mathml --katex --reference-links --ascii -v
        --version -h --help --list-input-formats --list-output-formats --quiet --verbose --preserve-tabs
      `),
      ...values(`
        --toc-depth --columns --wrap --shift-heading-level-by --tab-stop --eol --dpi --markdown-headings
        --highlight-style --top-level-division --track-changes
      `),
    },
    check: checkPandoc,
  },
  {
    programs: 'iconv xmllint xsltproc protoc dot flex bison',
    operands: 'maybe',
    options: {
      '-o --output -O --output-dir': writesFile,
      '--plugin --lua-filter -F --filter --pdf-engine --extract-media': runs,
      '--defaults --data-dir --template -I --include': reads,
      '-f -t --from-code --to-code --from --to --xpath': text,
      ...flags(`
        -l --list -c --silent --verbose --noout --format --html --nonet --version --help --huge
        --noent --valid --stringparam -s --debug
      `),
    },
  },
  {
    programs: 'objcopy strip esbuild rollup webpack swc babel terser sass',
    writes: true,
    options: {
      '-p --configPlugin': runsCode,
      '--servedir --serve': danger('serves files', 'glued'),
      '-c --config --plugin --plugins --require --loader': danger('loads and runs code', 'text'),
      '-o --outfile --outdir --out-dir --output --output-path -d --out-file': { value: 'write' },
      ...flags(`
        --bundle --minify --sourcemap --watch -w --analyze --keep-names --splitting --allow-overwrite
        --tree-shaking --version --help -h -v -g -S -s --strip-all --strip-debug --strip-unneeded
        --silent --no-source-map -m --mangle --compress --comments --color --no-color --stats
      `),
      ...values(`
        --platform --format --target --log-level --charset --jsx --legal-comments --mode --style
        --external --main-fields --conditions --global-name --environment --input --devtool
      `),
    },
  },
  {
    programs: 'date',
    operands: 'none',
    options: {
      '-s --set': danger('sets the clock', 'text'),
      '-f --file -r --reference': reads,
      '-d --date -I --iso-8601 --rfc-3339': maybe,
      ...flags('-u --utc --universal -R --rfc-email --debug -n -j --version --help'),
      '-v': maybe,
    },
    check: ({ operands }) =>
      operands
        .filter(({ text: word }) => /^\d+(?:\.\d+)?$/.test(word))
        .map(({ text: word }) => ({ reason: `date ${word} sets the clock` })),
  },
  {
    programs: 'hostname domainname dnsdomainname',
    operands: 'none',
    options: {
      '-F --file': danger('sets the name of the machine', 'read'),
      ...flags('-s --short -f --fqdn --long -i --ip-address -I --all-ip-addresses -d --domain -A'),
    },
    check: ({ operands }) =>
      operands.slice(0, 1).map(() => ({ reason: 'hostname sets the name of the machine' })),
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
