import { joined, say, sayOf, unique, type Sentence } from '../../base/sentence';
import { globReaches } from '../../base/path-pattern';
import { commandPieces } from '../../base/command-text';
import { matchesCommand } from '../../base/wildcard';
import { isRuleFor, type PermissionRule, type RuleVerdict } from '../../contracts/calls/decision';
import type { GateCall } from '../../contracts/policy/define-gate';
import type {
  JudgedPart,
  ShellAnalysis,
  ShellPart,
  ShellPath,
} from '../../contracts/calls/shell-analysis';
import { judgePart, type PartVerdict, type RuleOffer } from './judge-part';
import {
  deniedBy,
  exactlyIf,
  findRules,
  joinLayers,
  strictest,
  tightening,
} from './permission-layers';
import { saidOf, succeed } from '../../contracts/failure';
import type { LocatedPath, NamedPath } from '../../contracts/calls/call-paths';
import {
  globbedPaths,
  pathFit,
  type PathForms,
  pathForms,
  type PathRuleStyle,
} from './path-matching';

/**
 * Judges a command: every sub-command by the rules, its hazards and the paths it names; the
 * strictest answer wins (decision 5; decisions shell-paths to shell-verdict). A part that could not
 * be parsed asks at least, and deny rules are still matched against its text.
 */
export function judgeCommand(call: GateCall, style: NamedStyle): RuleVerdict {
  const { reading } = call;
  if (reading === undefined) return { verdict: 'ask', reason: say`the command could not be read` };
  const named = new Map(call.paths.named.map((path) => [path.given, path]));
  const parts = reading.parts.map((part) => {
    const byRules = judgePart(part, call, style.ignoreCase);
    const byPaths = judgeNamed(part, named, { call, style });
    return byPaths === undefined ? byRules : stricter(byRules, byPaths);
  });
  const isSure = reading.state === 'read' && reading.doubts.length === 0;
  const verdict = strictest([
    isSure ? deniedAsWritten(reading, call, parts) : deniedInPieces(reading, call),
    ...doubtful(reading, call),
    ...parts.map(({ verdict: of }) => of),
    ...(parts.some(({ verdict: of }) => of.rule !== undefined) ? [] : [unruled]),
  ]);
  // No rule is offered for saving when something else asks.
  const isForRules = parts.some((part) => part.verdict === verdict);
  const rule = verdict.verdict === 'allow' ? onlyRule(parts) : verdict.rule;
  return {
    ...verdict,
    ...(rule === undefined ? {} : { rule }),
    reason: reasonOf(verdict, parts),
    parts: parts.map((part) => withOffer(part, isForRules)),
  };
}

/** The rule that allows every part; undefined if several do. */
function onlyRule(parts: readonly PartVerdict[]): PermissionRule | undefined {
  const rule = parts.find(({ verdict }) => verdict.rule !== undefined)?.verdict.rule;
  const isOnly = ({ verdict }: PartVerdict): boolean => (verdict.rule ?? rule) === rule;
  return parts.every(isOnly) ? rule : undefined;
}

/** An allow reports the rules of all parts; any other verdict reports its own cause. */
function reasonOf(verdict: RuleVerdict, parts: readonly PartVerdict[]): Sentence {
  if (verdict.verdict === 'deny') return verdict.reason;
  const [first] = parts;
  if (verdict.verdict === 'allow' && parts.length === 1 && first?.verdict.rule !== undefined) {
    return first.verdict.reason;
  }
  const same = parts.filter(({ verdict: of }) => of.verdict === verdict.verdict);
  const reasons = unique(
    verdict.verdict === 'ask'
      ? askReasons(verdict, same, parts.length)
      : same.filter(({ verdict: of }) => of.rule !== undefined).map(({ verdict: of }) => of.reason),
  );
  const [reason, ...others] = atMost(maxReasons, reasons);
  return reason === undefined ? verdict.reason : joined([reason, ...others]);
}

/** The first of them, and how many there are more. */
function atMost(max: number, sentences: readonly Sentence[]): readonly Sentence[] {
  const more = sentences.length - max;
  return more > 0 ? [...sentences.slice(0, max), say`and ${more} more`] : sentences;
}

/** The parts without a rule are named once, all together: the card lists each with its hazards. */
function askReasons(
  verdict: RuleVerdict,
  asking: readonly PartVerdict[],
  count: number,
): readonly Sentence[] {
  const isUnruled = ({ judged }: PartVerdict): boolean => judged.code === 'no-rule';
  const unruledParts = asking.filter(isUnruled);
  const isOfPart = unruledParts.some(({ verdict: of }) => of === verdict);
  const others = asking.filter((part) => !isUnruled(part));
  return [
    ...(isOfPart ? [] : [verdict.reason]),
    ...(unruledParts.length === 0 ? [] : [uncovered(unruledParts.length, count)]),
    ...others.map(({ verdict: of }) => of.reason),
  ];
}

function uncovered(unruledParts: number, count: number): Sentence {
  if (count === 1) return say`none of your rules covers this command`;
  if (unruledParts === count) return say`none of your rules covers these ${count} commands`;
  return say`none of your rules covers ${unruledParts} of these ${count} commands`;
}

const maxReasons = 6;

function stricter(byRules: PartVerdict, byPaths: RuleVerdict): PartVerdict {
  const { decider } = byRules;
  // Of two that ask, the path says more than that no rule matches.
  const verdict = strictest([byPaths, byRules.verdict]);
  const offer = (): RuleOffer => ({ obstacle: 'path' });
  if (verdict !== byPaths) return { verdict, judged: byRules.judged, decider, offer };
  const { code: _code, ...judged } = byRules.judged;
  const { verdict: answer, reason, rule } = byPaths;
  const ruled = rule === undefined ? {} : ({ code: 'rule' } as const);
  return { verdict, judged: { ...judged, verdict: answer, reason, ...ruled }, decider, offer };
}

/**
 * A deny that begins with a star is also matched against the text as written, quotes and all. The
 * first match still wins: it does not apply if an earlier rule decides each sub-command.
 */
function deniedAsWritten(
  { text }: ShellAnalysis,
  call: GateCall,
  parts: readonly PartVerdict[],
): RuleVerdict {
  const { permissions } = call.policy;
  const isDecidedBefore = ({ decider }: PartVerdict, at: number): boolean =>
    decider !== undefined && permissions.indexOf(decider) < at;
  const deny = permissions.find(
    (rule, at) =>
      rule.action === 'deny' &&
      isRuleFor(rule, call.tool.id) &&
      rule.pattern.startsWith('*') &&
      matchesCommand(rule.pattern, text, { ignoreCase: true }) &&
      (rule.source === 'workspace' || !parts.every((part) => isDecidedBefore(part, at))),
  );
  return deny === undefined ? silent : deniedBy(deny);
}

/** If the syntax tree is not reliable, deny rules are matched against each piece of the text. */
function deniedInPieces({ text }: ShellAnalysis, call: GateCall): RuleVerdict {
  const verdicts = commandPieces(text).map((piece) => {
    const found = findRules(call, ({ pattern }) =>
      exactlyIf(matchesCommand(pattern, piece, { ignoreCase: true })),
    );
    return joinLayers(found, () => silent);
  });
  return strictest([silent, ...verdicts.filter(({ verdict }) => verdict === 'deny')]);
}

/** A part that needs no rule next to others, `true` or `set -e`, is not enough alone. */
const unruled: RuleVerdict = { verdict: 'ask', reason: say`no rule matches` };
const silent: RuleVerdict = { verdict: 'allow', reason: say`allowed` };

function doubtful({ doubts, blocked, parts }: ShellAnalysis, { policy }: GateCall): RuleVerdict[] {
  const asks = doubts.map((reason): RuleVerdict => ({ verdict: 'ask', reason }));
  const evaluated = blocked.length > 0 && policy.shell.substitution === 'evaluate';
  return [
    ...asks,
    ...(evaluated
      ? [{ verdict: 'ask', reason: say`part of it is computed when it runs` } as const]
      : []),
    ...(parts.length === 0 && asks.length === 0
      ? [{ verdict: 'ask', reason: say`it contains no command` } as const]
      : []),
  ];
}

function withOffer({ judged, offer }: PartVerdict, isForRules: boolean): JudgedPart {
  if (judged.verdict !== 'ask') return judged;
  return { ...judged, ...(isForRules ? offer?.() : { obstacle: 'whole-command' }) };
}

type NamedStyle = PathRuleStyle;

export interface NamedPathContext {
  readonly call: GateCall;
  readonly style: NamedStyle;
}

/**
 * Judges the paths of a sub-command as for the file tools (decisions shell-redirections and
 * shell-paths): the deny list denies; a path outside the workspace asks, and so does every write by
 * a redirection. Undefined if no path decides.
 */
function judgeNamed(
  { paths }: ShellPart,
  named: ReadonlyMap<string, NamedPath>,
  { call, style }: NamedPathContext,
): RuleVerdict | undefined {
  const judge = (path: ShellPath) => judgeOne(path, named.get(path.given), { call, style }) ?? [];
  const verdicts = [
    ...paths.flatMap(judge),
    // The command does not say their names, so the lists only ask.
    ...paths
      .flatMap((path) => globbedPaths(path, call.paths))
      .flatMap(judge)
      .map((of) => (of.verdict === 'deny' && of.rule === undefined ? ask(of.reason) : of)),
  ];
  const [first, ...others] = verdicts;
  return first === undefined ? undefined : strictest([first, ...others]);
}

function judgeOne(
  path: ShellPath,
  named: NamedPath | undefined,
  ground: NamedPathContext,
): RuleVerdict | undefined {
  const { given, certain } = path;
  if (named?.resolved.ok !== true) return certain ? unlocated(given, named) : undefined;
  const located = named.resolved.value;
  // A word that may be a path counts as one if the file exists.
  if (!certain && !located.exists) return undefined;
  if (located.root === undefined) {
    return judgeLimit(path, located) ?? ask(say`${given} is outside the workspace`);
  }
  const verdicts = [
    judgeLimit(path, located) ?? [],
    judgeTree(path, located, named.below) ?? [],
    judgeInside(path, { ...located, root: located.root }, ground) ?? [],
  ].flat();
  const [first, ...others] = verdicts;
  return first === undefined ? undefined : strictest([first, ...others]);
}

function unlocated(given: string, named: NamedPath | undefined): RuleVerdict {
  const why =
    named?.resolved.ok === false ? saidOf(named.resolved.failure) : say`it names too many paths`;
  return ask(say`cannot determine where ${given} leads: ${why}`);
}

/** By the read lists; what asks is only read with an approval. */
function judgeLimit(
  { given, certain, access }: ShellPath,
  { limit }: LocatedPath,
): RuleVerdict | undefined {
  if (limit === undefined) return undefined;
  if (limit.verdict === 'ask') return access === 'read' ? ask(sayOf(given, limit.why)) : undefined;
  const reason = say`the file settings forbid it: ${sayOf(given, limit.why)}`;
  return certain ? { verdict: 'deny', errorCode: 'policy_denied', reason } : ask(reason);
}

function ask(reason: Sentence): RuleVerdict {
  return { verdict: 'ask', reason };
}

/** A search or copy of a whole folder must not reach what may not be read. */
function judgeTree(
  { given, tree, glob }: ShellPath,
  { real, exists }: LocatedPath,
  below: NamedPath['below'],
): RuleVerdict | undefined {
  if (tree === undefined) return undefined;
  if (!exists) return tree === 'copy' ? ask(say`what ${given} holds is not known`) : undefined;
  if (below === undefined) return ask(say`could not tell in time what ${given} holds`);
  const inside = below.limited.map(({ path, why }) => ({ name: path.slice(real.length + 1), why }));
  const isShown = (name: string): boolean => !/(?:^|[\\/])(?:\.|node_modules[\\/])/.test(name);
  const limited = inside.filter(
    ({ name }) =>
      (tree !== 'shown' || isShown(name)) &&
      (glob === undefined || globReaches(glob, name.replaceAll('\\', '/'), true)),
  );
  const all = limited.map(({ name, why }) => sayOf(name, why));
  const [first, ...others] = atMost(3, all);
  return first && ask(say`it also reads files in ${given}: ${joined([first, ...others])}`);
}

/** Only rules for all tools apply to it. */
const noTool = '';

type Inside = LocatedPath & { readonly root: string };

/** Applies the rules of the tool that reads or writes files; only ask and deny count. */
function judgeInside(
  path: ShellPath,
  located: Inside,
  { call, style }: NamedPathContext,
): RuleVerdict | undefined {
  const { given, access, redirected } = path;
  const [id = noTool] = call.toolsWith(access === 'write' ? 'writesFiles' : 'readsFiles');
  const { asked, real, exists, root } = located;
  const { policy } = call;
  let forms: PathForms | undefined;
  const found = findRules({ policy, tool: { id } }, (rule) => {
    forms ??= pathForms(
      { given, resolved: succeed({ asked, real, exists, root }) },
      { separator: style.separator, roots: call.paths.roots },
    );
    return pathFit(rule, forms, style);
  });
  const verdict = tightening(found);
  if (verdict?.verdict === 'deny') return verdict;
  if (redirected && access === 'write') return ask(say`it redirects output to ${given}`);
  return access === 'read' ? verdict : undefined;
}
