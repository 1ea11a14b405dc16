import {
  danger,
  type Discovery,
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
  { programs: 'cat tac rev zcat bzcat xzcat zstdcat', operands: 'read' },
  {
    programs: 'ls dir vdir exa eza lsd stat df',
    operands: 'read',
    options: { '-I -w -T -f -c -t -D --ignore --hide --width --format --printf --sort': maybe },
  },
  {
    programs: 'tree',
    operands: 'read',
    options: {
      '-o': writesFile,
      '-L -I -P -H -T --filelimit --charset --sort': maybe,
      '--fromfile': named,
    },
  },
  {
    programs: 'wc du md5sum sha1sum sha256sum sha512sum shasum cksum b2sum',
    operands: 'read',
    options: {
      '--files0-from': named,
      '-d -B -t -X -I -a --max-depth --block-size --threshold --exclude --algorithm': maybe,
      '--exclude-from': reads,
    },
  },
  {
    programs: 'head tail cmp comm nl realpath readlink strings',
    operands: 'read',
    options: { '-n -c -s -i -l -v -w -b -h -d --lines --bytes --pid --sleep-interval': maybe },
  },
  {
    programs: 'cut paste join fold expand unexpand fmt',
    operands: 'read',
    options: {
      '-d --delimiter --delimiters --output-delimiter': text,
      '-t -s -o -e -f -c -b -n -w -i -N -j -1 -2 -a -v --fields --characters --bytes --width --tabs':
        maybe,
    },
  },
  {
    programs: 'column look',
    operands: 'read',
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
    },
  },
  {
    programs: 'od hexdump base64 base32',
    operands: 'read',
    options: {
      '-o --output': danger('may write a file', 'maybe'),
      '-f': danger('reads files that another file names', 'maybe'),
      '-n -c -l -s -w -t -j -N -A -S --wrap -i --input': maybe,
    },
  },
  {
    programs: 'xxd',
    operands: 'read',
    singleDash: true,
    options: { '-c -cols -g -groupsize -l -len -n -o -s -seek': maybe },
    check: checkSecond,
  },
  {
    programs: 'uniq',
    operands: 'read',
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
    },
    verbs: { cache: { hazard: 'changes its cache' } },
  },
  {
    programs: 'ffmpeg ffprobe ffplay convert magick mogrify identify montage',
    operands: 'maybe',
    writes: true,
    options: { '-i': maybe, '-script': loadsCode, '-filter_complex_script': loadsCode },
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
    },
  },
  {
    programs: 'objcopy strip esbuild rollup webpack swc babel terser sass',
    writes: true,
    options: {
      '-p --configPlugin': runsCode,
      '--servedir --serve': danger('serves files', 'glued'),
      '-c --config --plugin --plugins --require --loader': danger('loads and runs code', 'text'),
      '-o --outfile --outdir --out-dir --output --output-path': { value: 'write' },
    },
  },
  {
    programs: 'date',
    operands: 'none',
    options: {
      '-s --set': danger('sets the clock', 'text'),
      '-f --file -r --reference': reads,
      '-d --date -I --iso-8601 --rfc-3339': maybe,
    },
    check: ({ operands }) =>
      operands
        .filter(({ text: word }) => /^\d+(?:\.\d+)?$/.test(word))
        .map(({ text: word }) => ({ reason: `date ${word} sets the clock` })),
  },
  {
    programs: 'hostname domainname dnsdomainname',
    operands: 'none',
    options: { '-F --file': danger('sets the name of the machine', 'read') },
    check: ({ operands }) =>
      operands.slice(0, 1).map(() => ({ reason: 'hostname sets the name of the machine' })),
  },
  {
    programs: 'echo printf pwd true false : tr seq expr sleep which',
    operands: 'none',
  },
  {
    programs: 'whereis type dirname basename uname nproc whoami id cal',
    operands: 'none',
  },
];
