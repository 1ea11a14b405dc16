import { programWord } from '../../core/base/command-text';
import { escapeControlInline } from '../../core/base/escape-control';
import { pathBaseName } from '../../core/base/paths';
import { hasWildcard } from '../../core/base/wildcard';
import type { ApprovalMeta, LeftToAsk } from '../../core/contracts/chats/acp';
import type { GrantedRule, GrantScope } from '../policy/grants';
import { shown, t } from '../window/language';

/**
 * One choice of "Always allow", held by the host: rules that belong together, and where they are
 * kept.
 */
export interface RuleChoice {
  /** Unique for its approval: all that the panel sends. */
  readonly offerId: string;
  readonly rules: readonly GrantedRule[];
  readonly scope: GrantScope;
  /** True if it allows exactly this call in this chat, which needs no dialog (decision 66). */
  readonly isExactCall: boolean;
}

/** The choice of exactly this change in this chat, where it is offered. */
export function exactChange(
  { tool, exactChange: exact }: ApprovalMeta,
  title: string,
  sessionId: string,
): readonly RuleChoice[] {
  if (exact === undefined) return [];
  const rule = { tool, pattern: title, exact };
  const scope = { kind: 'session', sessionId } as const;
  return [{ offerId: 'change', rules: [rule], scope, isExactCall: true }];
}

/** True for a choice that `exactChange` made. */
export function isExactChange({ rules }: RuleChoice): boolean {
  return rules.some(({ exact }) => exact !== undefined);
}

/** Every offer in every scope, narrowest scope first. */
export function ruleChoices(
  { alwaysOffers, alwaysLeft, command }: ApprovalMeta,
  sessionId: string,
  hasWorkspace: boolean,
): readonly RuleChoice[] {
  const scopes: readonly GrantScope[] = [
    { kind: 'session', sessionId },
    ...(hasWorkspace ? [{ kind: 'workspace' } as const] : []),
    { kind: 'user' },
  ];
  const isWhole = command !== undefined && alwaysLeft.length === 0;
  return scopes.flatMap((scope) =>
    alwaysOffers.map((rules, index) => ({
      offerId: `${scope.kind}-${String(index)}`,
      rules,
      scope,
      isExactCall:
        isWhole && scope.kind === 'session' && rules.every(({ pattern }) => !hasWildcard(pattern)),
    })),
  );
}

/** The patterns of the rules on one line. */
export function patternLine(rules: readonly GrantedRule[]): string {
  return rules.map(({ pattern }) => escapeControlInline(pattern)).join(' + ');
}

/** The rules as the settings would spell them, on one line. */
export function ruleLine(rules: readonly GrantedRule[]): string {
  return `${rules[0]?.tool ?? ''}: ${patternLine(rules)}`;
}

export function scopeName(choice: RuleChoice): string {
  const { scope, isExactCall } = choice;
  if (isExactChange(choice)) return t('this exact change, in this chat');
  if (isExactCall) return t('this exact command, in this chat');
  return {
    session: t('this chat'),
    workspace: t('this workspace'),
    user: t('user settings'),
  }[scope.kind];
}

/** Why parts of a call, or all of it, ask again whatever rule is saved; a sentence each. */
export function leftNotes(left: readonly LeftToAsk[]): readonly string[] {
  return [...new Set(left.map(leftNote))];
}

interface LeftText {
  /** The sub-command, as code; "It" for the whole call. */
  readonly subject: string;
  readonly reason: string;
  /** Name of the program. */
  readonly program: string;
}

const leftTexts: Readonly<Record<LeftToAsk['code'], (left: LeftText) => string>> = {
  'runs-anything': ({ program }) => t('`{0}` can run any code, so it asks each time.', program),
  'not-plain': ({ subject }) =>
    t('{0} asks each time: no rule can match its quotes, wildcards or variables exactly.', subject),
  credential: ({ subject }) => t('{0} asks each time: it contains a credential.', subject),
  'too-long': ({ subject }) => t('{0} asks each time: it is too long for a rule.', subject),
  hazard: asksBecause,
  path: asksBecause,
  rule: asksBecause,
  'whole-command': () => t('This command asks each time, for the reason shown above.'),
  'pattern-path': () => t('No rule can match exactly this path: it contains wildcard characters.'),
  'several-files': () => t('A rule covers one file, and this call uses several.'),
  'too-many': () => t('This command has too many parts to save a rule for each.'),
  'no-rule-for-it': () => t('No rule can be saved for this call.'),
  evenAfterUntrusted: () =>
    t(
      'A rule answers this only if it says that it holds even after text of strangers. The command "Gatehouse: Manage Rules…" lets your rules say so.',
    ),
  other: ({ reason }) => sentence(t('Rules do not answer this question: {0}', reason)),
};

function asksBecause({ subject, reason }: LeftText): string {
  return sentence(t('{0} asks each time: {1}', subject, reason));
}

function leftNote({ code, text, reason }: LeftToAsk): string {
  return leftTexts[code]({
    subject: text === undefined ? t('It') : `\`${escapeControlInline(text)}\``,
    reason: reason === undefined ? '' : escapeControlInline(shown(reason)),
    program: pathBaseName(programWord(text ?? '')),
  });
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

const oldListsText = (): string =>
  t(
    'gatehouse.shell.blockedCommands and gatehouse.shell.confirmPatterns apply only while you have no rules, so their entries are also written there as rules.',
  );

/** The modal's text: what is saved, where, and its effect. */
export function consentText(
  choice: RuleChoice,
  left: readonly LeftToAsk[],
  movesOldLists: boolean,
): string {
  const where = {
    session: t('Kept in memory until this chat ends.'),
    workspace: t(
      'Stored by Gatehouse for this workspace on this machine, not in its files. To remove it, run "Gatehouse: Manage Rules…".',
    ),
    user: t(
      'Written to your user settings under gatehouse.permissions; applies in every workspace.',
    ),
  }[choice.scope.kind];
  const tool = choice.rules[0]?.tool ?? '';
  return [
    t('Tool: {0}', tool),
    ...choice.rules.map(({ pattern }) => t('Pattern: {0}', escapeControlInline(pattern))),
    t('Action: allow'),
    '',
    choice.rules.length === 1
      ? t('Matching {0} calls will run without asking. * matches any text.', tool)
      : t(
          '{0} calls will run without asking if each part matches one of these. * matches any text.',
          tool,
        ),
    ...leftNotes(left).map((note) => note.replaceAll('`', '')),
    where,
    ...(movesOldLists && choice.scope.kind === 'user' ? [oldListsText()] : []),
  ].join('\n');
}
