import { commandPieces } from '../../base/command-pieces';
import { isPlainCommand, programWord } from '../../base/plain-command';
import { hasWildcard, matchesCommand } from '../../base/wildcard';
import type { PermissionRule, Verdict } from '../../contracts/decision';
import type { GateCall } from '../../contracts/define-gate';
import {
  allowedBy,
  exactlyIf,
  findRules,
  joinLayers,
  nameOf,
  strictest,
} from './permission-layers';

export interface CommandInput {
  readonly command: string;
  /** True where two spellings of a program are the same. */
  readonly ignoreCase: boolean;
}

/**
 * Judges a command: its whole text, and each piece between operators, which may only make the
 * answer stricter (DESIGN decision 5). Patterns ignore case (003).
 */
export function judgeCommand(call: GateCall, input: CommandInput): Verdict {
  const [, ...pieces] = commandPieces(input.command);
  const whole = joinLayers(findFor(input.command, call), (rule) => allowOf(rule, call, input));
  const stricter = pieces.map((piece) => joinLayers(findFor(piece, call), () => nothingToSay));
  return strictest([whole, ...stricter.filter(({ rule }) => rule !== undefined)]);
}

/** A piece that is allowed, or that no rule names, leaves the answer to the whole. */
const nothingToSay: Verdict = { verdict: 'allow', reason: 'allowed' };

function findFor(text: string, call: GateCall) {
  return findRules(call, ({ pattern }) =>
    exactlyIf(matchesCommand(pattern, text, { ignoreCase: true })),
  );
}

function allowOf(rule: PermissionRule, call: GateCall, input: CommandInput): Verdict {
  const problem = allowProblem(rule.pattern, input) ?? folderProblem(call);
  if (problem === undefined) return allowedBy(rule, call);
  return { verdict: 'ask', reason: `${nameOf(rule)} ${problem}`, rule };
}

/**
 * Why an allow rule must not let a command run unseen. Only where the text is the whole of what
 * runs, and the rule names the program, is it known what was allowed (DESIGN decision 12).
 */
function allowProblem(pattern: string, { command, ignoreCase }: CommandInput): string | undefined {
  if (!isPlainCommand(command)) return 'allows only commands of plain words';
  if (pattern === command) return undefined;
  if (!hasWildcard(pattern)) return 'allows only exactly this command';
  const program = programWord(pattern);
  if (hasWildcard(program)) return 'names no program, so it allows none';
  const wanted = programWord(command);
  const isSame = ignoreCase ? program.toLowerCase() === wanted.toLowerCase() : program === wanted;
  return isSame ? undefined : 'is for a program in another spelling';
}

/** `npm test` means another program in each folder, so a rule holds in the workspace's own. */
function folderProblem({ paths: { cwd } }: GateCall): string | undefined {
  const isRoot = cwd?.place.ok === true && cwd.place.value.real === cwd.place.value.root;
  return isRoot ? undefined : 'allows it only in the workspace folder itself';
}
