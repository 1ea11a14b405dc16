import { commandPieces } from '../../core/base/command-pieces';
import { matchesPathPattern } from '../../core/base/path-pattern';
import { matchesCommand, matchesWildcard } from '../../core/base/wildcard';
import type { SettingValue } from '../../core/contracts/settings';
import { canonicalToolName } from '../policy/tool-names';
import { firstIssue, atPath, type ValueIssue } from './faults';
import { commandTool } from './pattern-checks';

type ToolRules = SettingValue<'permissions'>;
type ToolRule = ToolRules[string][number];

/** Each example is tried as the gate tries a call: `match` must match, `notMatch` must not (003). */
export function checkExamples(rules: ToolRules, caseSensitive: boolean): ValueIssue | undefined {
  return firstIssue(Object.entries(rules), ([tool, list]) =>
    atPath(
      tool,
      firstIssue(list.entries(), ([at, rule]) =>
        atPath(at, checkRule(rule, matcherOf(canonicalToolName(tool), rule, caseSensitive))),
      ),
    ),
  );
}

type Matcher = (example: string) => boolean;

function checkRule(rule: ToolRule, isMatch: Matcher): ValueIssue | undefined {
  const { match = [], notMatch = [] } = rule;
  const pattern = JSON.stringify(rule.pattern);
  return (
    firstIssue(match.entries(), ([at, example]) =>
      isMatch(example)
        ? undefined
        : { path: ['match', at], message: `${pattern} does not match ${JSON.stringify(example)}` },
    ) ??
    firstIssue(notMatch.entries(), ([at, example]) =>
      isMatch(example)
        ? { path: ['notMatch', at], message: `${pattern} matches ${JSON.stringify(example)}` }
        : undefined,
    )
  );
}

/**
 * Tools whose rules speak of paths; the rules of all others speak of text. Settings are read before
 * any tool is bound, so they are named here, and a test holds the names against the tools' groups.
 */
export const pathTools: ReadonlySet<string> = new Set(
  [
    'read',
    'write',
    'edit',
    'list_directory',
    'find_path',
    'grep',
    'create_directory',
    'delete_path',
    'move_path',
    'copy_path',
  ].map(canonicalToolName),
);

/** The matcher of the gate for this tool; a rule for all tools is tried as text and as path. */
function matcherOf(toolId: string, { pattern, action }: ToolRule, caseSensitive: boolean): Matcher {
  const asText: Matcher = (example) => matchesWildcard(pattern, example, { ignoreCase: true });
  const asCommand: Matcher = (example) =>
    commandTexts(example, action).some((text) =>
      matchesCommand(pattern, text, { ignoreCase: true }),
    );
  const asPath: Matcher = (example) =>
    matchesPathPattern(pattern, example, { ignoreCase: action !== 'allow' || !caseSensitive });
  if (toolId === '*') return (example) => asCommand(example) || asPath(example);
  if (toolId === commandTool) return asCommand;
  return pathTools.has(toolId) ? asPath : asText;
}

/** What refuses or asks looks into each piece of a command; what allows, at the whole (decision 5). */
function commandTexts(command: string, action: ToolRule['action']): readonly string[] {
  return action === 'allow' ? [command] : [command, ...commandPieces(command)];
}
