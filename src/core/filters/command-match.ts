import { nameSet } from '../base/text-lines';
import type { FilterMatch, CustomMatcher } from '../contracts/filter-rule';
import { compileExpression } from './lines/patterns';
import { readPackageCommand, skipOptions, type PackageCommand } from './package-command';

/** A command as rules see it. */
export interface CommandText {
  readonly whole: string;
  /**
   * The last command of a chain, without its pipes and redirections; undefined when there is none.
   */
  readonly last: string | undefined;
}

export type MatchCommand = (command: CommandText) => boolean;

/** Whether a rule is for a command (003-match-1). Throws a SyntaxError where a regex is none. */
export function compileMatch({ exact, prefix, regex, custom }: FilterMatch): MatchCommand {
  if (exact !== undefined) return ({ whole, last }) => last === exact || whole === exact;
  if (prefix !== undefined) return ({ last }) => last?.startsWith(prefix) === true;
  if (custom !== undefined) return matchesCustom[custom];
  const expression = compileExpression(regex ?? '');
  return ({ whole, last }) =>
    (last !== undefined && expression.test(last)) || expression.test(whole);
}

/**
 * Matchers that are code (000-filters-1), tried on the last command of a text.
 * `file_listing` is a listing that does not ask for the content of folders that tools own;
 * `package_script` is a script of a project's manifest, run by npm, yarn, pnpm or bun;
 * `test_runner` a script that is called as tests are, or a test runner of JavaScript.
 */
export const matchesCustom: Readonly<Record<CustomMatcher, (command: CommandText) => boolean>> = {
  // A search after a pipe is requested output too.
  file_listing: ({ whole, last = '' }) => listingCommand.test(last) && !namesToolFolder.test(whole),
  package_script: ({ last = '' }) => readPackageCommand(last)?.kind === 'script',
  test_runner: ({ last = '' }) => /^bun test\b/.test(last) || isTest(readPackageCommand(last)),
};

const listingCommand = /^(?:ls|ll|find|fd|fdfind|tree|exa|eza|git ls-files|rg --files)(?: |$)/;
const namesToolFolder =
  /node_modules|__pycache__|\.git\b|\btarget\b|venv\b|site-packages|_cache\b|\.(?:next|nuxt|tox|gradle|terraform|yarn)\b|bower_components|Pods\b/;

/** `test`, `test:unit`, `unit-tests`, `e2e`; not `latest` or `build`. */
const testName =
  /(?:^|[:_.-])(?:tests?|tst|specs?|e2e|unit|jest|vitest|mocha|coverage|cypress|playwright)(?=$|[:_.-])/;

const runners = nameSet(
  `ava borp electron-mocha jasmine jest lab mocha qunit tap tape ts-mocha uvu vitest wtr
  web-test-runner vscode-test zora`,
);

/** Programs that run tests by a verb. */
const testVerbs: Readonly<Record<string, RegExp>> = {
  ng: /^(?:test|e2e)$/,
  playwright: /^test$/,
  cypress: /^run$/,
  karma: /^(?:start|run)$/,
  'react-scripts': /^test$/,
  'vue-cli-service': /^test/,
  'react-app-rewired': /^test$/,
  craco: /^test$/,
  'wp-scripts': /^test/,
  nx: testName,
  rush: testName,
};

/** Programs that run the scripts of several projects. */
const scriptRunners = nameSet('turbo lerna nx wireit run-s npm-run-all rushx');

/** They run a program and report which code it executed, or set variables for it. */
const wrappers = nameSet('c8 nyc dotenv env-cmd dotenvx monocart vite-node');

function isTest(command: PackageCommand | undefined): boolean {
  const inside = command === undefined ? undefined : innerCommand(command);
  if (inside === undefined) return false;
  const { kind, name, rest } = inside;
  // Without a script of that name, yarn and pnpm run the program.
  if (kind === 'script' && testName.test(name)) return true;
  if (name === 'node' || name === 'tsx') return isNodeTest(rest);
  return runners.has(name) || isTestVerb(name, skipOptions(rest));
}

/** The wrapped program: `mocha` in `c8 nyc mocha`; three wrappers are more than enough. */
function innerCommand(command: PackageCommand): PackageCommand | undefined {
  let inside: PackageCommand | undefined = command;
  for (let count = 0; count < 3; count += 1) {
    if (inside === undefined || !wrappers.has(inside.name)) break;
    inside = readPackageCommand(skipOptions(inside.rest).join(' '));
  }
  return inside;
}

function isTestVerb(name: string, [verb = '', script = '']: readonly string[]): boolean {
  if (Object.hasOwn(testVerbs, name) && testVerbs[name]?.test(verb) === true) return true;
  return scriptRunners.has(name) && testName.test(verb === 'run' ? script : verb);
}

/** `node --test`, `node --import tsx --test`, `node node_modules/mocha/bin/mocha.js`. */
function isNodeTest(rest: readonly string[]): boolean {
  if (rest.some((word) => word === '--test' || word.startsWith('--test-'))) return true;
  const file = rest.find((word) => !word.startsWith('-') && /[./]/.test(word)) ?? '';
  return runners.has(file.slice(file.lastIndexOf('/') + 1).replace(/\.[cm]?js$/, ''));
}
