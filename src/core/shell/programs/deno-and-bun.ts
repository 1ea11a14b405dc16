import { say } from '../../base/sentence';
import { type Discovery, optionRows, type ProgramTable, type Usage } from './program-table';

/** The code may come from an address or a package. */
function checkOrigin({ name, operands: [first] }: Usage): readonly Discovery[] {
  const word = first?.text ?? '';
  if (!/^(?:https?|npm|jsr):/i.test(word)) return [];
  return [{ reason: say`${name} fetches ${word}`, liftedBy: [word] }];
}

/** Runtimes that are also package runners and build tools. */
export const denoAndBun: readonly ProgramTable[] = [
  {
    programs: 'deno',
    readsScript: true,
    options: optionRows(`
      -A --allow-all = gives the script more permissions
      --allow-run --allow-ffi --allow-write --allow-read = glued, gives the script more permissions
      --allow-net --allow-env --allow-sys = glued, gives the script more permissions
      -c --config --import-map --preload --require --env-file --cert = read, loads and runs code
      --inspect --inspect-brk --inspect-wait = glued, lets other programs run code in this process
      -q --quiet --version -V --help -h --unstable --no-check --frozen --check --no-remote --no-npm
      --cached-only --no-prompt --no-lock --lock-write --watch --watch-hmr --fail-fast --no-run
      --doc --parallel --trace-leaks --json --fix --compact --no-clear-screen --permit-no-files
      --unstable-kv --unstable-cron --unstable-sloppy-imports --bundle --coverage-raw --rules
      --ignore-read --all --dry-run --eval-only --clean --hide-stacktraces --deny-run --deny-net
      --deny-write --deny-env --deny-ffi --deny-sys --deny-read --no-color -r
      -L --log-level --filter --shuffle --seed --ext --ignore --reporter --rules-tags = text
      --prose-wrap --line-width = text
    `),
    verbs: {
      eval: { hazard: 'runs the given code', operands: 'none' },
      'repl jupyter lsp': { hazard: 'opens a prompt that runs what it reads' },
      'install uninstall add remove i': { writes: true, operands: 'packages' },
      'run test bench task check lint fmt doc info cache compile serve types init': {
        options: optionRows('-o --output = write, writes a file'),
        check: checkOrigin,
      },
      'publish deploy upgrade': { hazard: 'reaches another machine' },
      'x create': { hazard: 'downloads and runs code' },
    },
  },
  {
    programs: 'bun',
    readsScript: true,
    options: optionRows(`
      -e --eval -p --print = text, runs the given code
      -r --preload --require --import -c --config --env-file = read, loads and runs code
      --inspect --inspect-brk --inspect-wait = glued, lets other programs run code in this process
      --cwd = read, takes its instructions from another folder
      --outdir --outfile = write
      --shell -t --test-name-pattern --timeout --target --format --external --packages = text
      --entry-naming --root --chunk-naming --concurrent-scripts --backend --max-concurrency = text
      --coverage-reporter --omit --reporter --conditions = text
      --filter -F --define -d --loader -l --port = maybe
      -v --version -h --help --silent --bun -b --hot --watch --smol --if-present --no-install
      --prefer-offline --prefer-latest -i --only --todo --bail --coverage -u --update-snapshots
      --rerun-each --minify --sourcemap --splitting -D --dev --development -E --exact
      --frozen-lockfile --production --no-save --dry-run --force -f --no-cache --no-verify
      --ignore-scripts --no-progress --no-summary --verbose --omit-dev -y --yes --save-text-lockfile
      --randomize --no-clear-screen --compile --bytecode --all -a
    `),
    verbs: {
      'install add remove i a rm update link unlink ci': {
        writes: true,
        operands: 'packages',
        options: optionRows('--registry = text, takes packages from another registry'),
      },
      'x create c': { hazard: 'downloads and runs code' },
      'exec repl': { hazard: 'runs the given code' },
      'publish upgrade': { hazard: 'reaches another machine' },
      'run test build pm outdated why init': {},
    },
  },
];
