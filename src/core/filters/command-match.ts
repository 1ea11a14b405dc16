import type { CommandText } from './command-text';
import type { FilterMatch } from '../contracts/filter-rule';
import { matchesCustom } from './custom-matchers';
import { compileExpression } from './expression';

export type MatchCommand = (command: CommandText) => boolean;

/** Whether a rule is for a command (003 Match types). Throws a SyntaxError where a regex is none. */
export function compileMatch({ exact, prefix, regex, custom }: FilterMatch): MatchCommand {
  if (exact !== undefined) return ({ whole, last }) => last === exact || whole === exact;
  if (prefix !== undefined) return ({ last }) => last !== undefined && beginsWith(last, prefix);
  if (custom !== undefined) return matchesCustom[custom];
  const expression = compileExpression(regex ?? '');
  return ({ whole, last }) =>
    (last !== undefined && expression.test(last)) || expression.test(whole);
}

/** `make` does not begin `makefile-lint`, nor `python3` `python3.11`: a prefix ends with a word. */
function beginsWith(command: string, prefix: string): boolean {
  return command.startsWith(prefix) && !/^\w[\w.-]/.test(command.slice(prefix.length - 1));
}
