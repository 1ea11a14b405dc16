import { say } from '../../base/sentence';
import type { ShellWord } from '../../contracts/calls/shell-analysis';
import { optionRows, unlessReading, type Usage, type VerbTable } from './program-table';

const changesNames = (verb: string) => say`${verb} changes branches and tags directly`;
const changesTreatment = (verb: string) => say`${verb} changes how git treats files`;

/** Verbs that only show. */
function isListing(verb: ShellWord | undefined): boolean {
  return verb !== undefined && /^(?:list|show|ls-files|status|version)$/.test(verb.text);
}

/** Settings in which credentials are kept. */
const secretKey = /header|token|passw|secret|cred|cookie|api-?key|proxy|insteadof/i;

/** `git config user.name`, `git config --get x`, `git config get x`. */
function readsSetting({ operands, options }: Usage): boolean {
  const isGet = options.some(({ name }) => /^--get(?:-all)?$/.test(name));
  const words = operands.map(({ text: word }) => word);
  const [key = '', ...more] = words[0] === 'get' ? words.slice(1) : words;
  return /^[\w-]+\..+/.test(key) && !secretKey.test(key) && (isGet || more.length === 0);
}

/** Verbs that show or change settings and names, and how git treats files. */
export const settingsAndNames: Readonly<Record<string, VerbTable>> = {
  config: {
    ...unlessReading(
      (verb) => say`${verb} may change the settings of git, which name programs to run`,
      readsSetting,
    ),
    operands: 'none',
    options: optionRows(`
      -f --file --blob = read
      -e --edit = runs a program
      --type --default = text
      --get --get-all --global --local --system --worktree --includes --no-includes --bool --int
      --bool-or-int --path --expiry-date -z --null --show-origin --show-scope --name-only --all
    `),
  },
  'update-ref replace': { hazard: 'changes branches and tags directly' },
  'symbolic-ref': {
    ...unlessReading(changesNames, ({ operands }) => operands.length < 2),
    options: optionRows('--short -q --quiet --recurse --no-recurse'),
  },
  notes: { ...unlessReading(changesNames, ({ operands: [verb] }) => isListing(verb)) },
  'update-index': { hazard: 'changes how git treats files' },
  'sparse-checkout lfs': unlessReading(changesTreatment, ({ operands: [verb] }) => isListing(verb)),
  'hash-object': {
    operands: 'read',
    options: optionRows(`
      -w = writes files
      -t --path = text
      --stdin --no-filters --literally
    `),
  },
};
