import { programWord } from '../../base/command-text';
import { hasWildcard } from '../../base/wildcard';
import type { PermissionRule } from '../../contracts/calls/decision';

type Rules = readonly PermissionRule[];

interface RulesByProgram {
  /** All that may be about a program that no allow names. */
  readonly others: Rules;
  /** What may be about a program that an allow names; undefined until it is sought. */
  readonly named: Map<string, Rules | undefined>;
}

const exact = new WeakMap<Rules, RulesByProgram>();
const folded = new WeakMap<Rules, RulesByProgram>();

/**
 * The rules that may be about a program, in their order: an allow is about the one it names
 * literally, so most need no look at the command (003-permissions-1). Undefined stands for a
 * program that is not known.
 */
export function rulesNaming(rules: Rules, program: string | undefined, ignoreCase: boolean): Rules {
  const { others, named } = byProgram(rules, ignoreCase);
  if (program === undefined || !named.has(program)) return others;
  const known = named.get(program);
  if (known !== undefined) return known;
  const found = rules.filter(
    (rule) => rule.action !== 'allow' || literalProgram(rule, ignoreCase) === program,
  );
  named.set(program, found);
  return found;
}

function byProgram(rules: Rules, ignoreCase: boolean): RulesByProgram {
  const all = ignoreCase ? folded : exact;
  const known = all.get(rules);
  if (known !== undefined) return known;
  const made: RulesByProgram = {
    others: rules.filter(({ action }) => action !== 'allow'),
    named: new Map(
      rules.flatMap((rule): readonly (readonly [string, undefined])[] => {
        const program = rule.action === 'allow' ? literalProgram(rule, ignoreCase) : undefined;
        return program === undefined ? [] : [[program, undefined]];
      }),
    ),
  };
  all.set(rules, made);
  return made;
}

/** The program an allow is about; undefined if its name has a wildcard (decision 12). */
function literalProgram({ pattern }: PermissionRule, ignoreCase: boolean): string | undefined {
  const program = programWord(pattern);
  if (hasWildcard(program)) return undefined;
  return ignoreCase ? program.toLowerCase() : program;
}
