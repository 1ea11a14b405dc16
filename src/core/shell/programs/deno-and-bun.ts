import {
  danger,
  type Discovery,
  flag,
  flags,
  loadsCode,
  maybe,
  type ProgramTable,
  runsCode,
  text,
  type Usage,
  values,
} from './program-table';

/** The code may come from an address or a package. */
function checkOrigin({ name, operands: [first] }: Usage): readonly Discovery[] {
  const word = first?.text ?? '';
  if (!/^(?:https?|npm|jsr):/i.test(word)) return [];
  return [{ reason: `${name} fetches ${word}`, liftedBy: [word] }];
}

/** Runtimes that are also package runners and build tools. */
export const denoAndBun: readonly ProgramTable[] = [
  {
    programs: 'deno',
    readsScript: true,
    options: {
      '-A --allow-all': danger('gives the script all permissions'),
      '--allow-run --allow-ffi --allow-write --allow-read --allow-net --allow-env --allow-sys':
        danger('gives the script more permissions', 'glued'),
      '-c --config --import-map --preload --require --env-file --cert': loadsCode,
      '--inspect --inspect-brk --inspect-wait': danger(
        'lets other programs run code in this process',
        'glued',
      ),
      '-q --quiet --version -V --help -h --unstable --no-check --frozen': flag,
      '-L --log-level': text,
      ...flags(`
        --check --no-remote --no-npm --cached-only --no-prompt --no-lock --lock-write --watch --watch-hmr
        --fail-fast --no-run --doc --parallel --trace-leaks --json --fix --compact --no-clear-screen
        --permit-no-files --unstable-kv --unstable-cron --unstable-sloppy-imports --bundle
        --coverage-raw --rules --ignore-read --all --dry-run --eval-only --clean --hide-stacktraces
        --deny-run --deny-net --deny-write --deny-env --deny-ffi --deny-sys --deny-read --no-color -r
      `),
      ...values(
        '--filter --shuffle --seed --ext --ignore --reporter --rules-tags --prose-wrap --line-width',
      ),
    },
    verbs: {
      eval: { hazard: 'runs the given code', operands: 'none' },
      'repl jupyter lsp': { hazard: 'opens a prompt that runs what it reads' },
      'install uninstall add remove i': { writes: true, operands: 'packages' },
      'run test bench task check lint fmt doc info cache compile serve types init': {
        options: { '-o --output': { value: 'write', hazard: 'writes a file' } },
        check: checkOrigin,
      },
      'publish deploy upgrade': { hazard: 'reaches another machine' },
      'x create': { hazard: 'downloads and runs code' },
    },
  },
  {
    programs: 'bun',
    readsScript: true,
    options: {
      '-e --eval -p --print': runsCode,
      '-r --preload --require --import -c --config --env-file': loadsCode,
      '--inspect --inspect-brk --inspect-wait': danger(
        'lets other programs run code in this process',
        'glued',
      ),
      '--cwd': danger('takes its instructions from another folder', 'read'),
      '--outdir --outfile': { value: 'write' },
      '--shell': text,
      '--filter -F --define -d --loader -l --port': maybe,
      '-v --version -h --help --silent --bun -b --hot --watch --smol': flag,
      ...flags(`
        --if-present --no-install --prefer-offline --prefer-latest -i --only --todo --bail --coverage
        -u --update-snapshots --rerun-each --minify --sourcemap --splitting -D --dev --development -E
        --exact --frozen-lockfile --production --no-save --dry-run --force -f --no-cache --no-verify
        --ignore-scripts --no-progress --no-summary --verbose --omit-dev -y --yes
        --save-text-lockfile --randomize --no-clear-screen --compile --bytecode --all -a
      `),
      ...values(`
        -t --test-name-pattern --timeout --target --format --external --packages --entry-naming --root
        --chunk-naming --concurrent-scripts --backend --max-concurrency --coverage-reporter --omit
        --reporter --conditions
      `),
    },
    verbs: {
      'install add remove i a rm update link unlink ci': {
        writes: true,
        operands: 'packages',
        options: { '--registry': danger('takes packages from another registry', 'text') },
      },
      'x create c': { hazard: 'downloads and runs code' },
      'exec repl': { hazard: 'runs the given code' },
      'publish upgrade': { hazard: 'reaches another machine' },
      'run test build pm outdated why init': {},
    },
  },
];
