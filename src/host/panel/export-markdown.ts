import { redactText } from '../../core/base/redact';
import type { ConversationInfo } from '../../core/contracts/conversation';
import type { CallItem, TranscriptItem } from '../../core/contracts/panel';
import type { Card } from './call-card';
import { diffText } from './export-diff';
import { codeSpan, embedded, fenced, inlineText } from './markdown-text';
import type { Transcript } from './transcript';

/** A chat to be written out. Calls are redacted already; what the person typed is not. */
export type ExportedChat = Partial<
  Pick<ConversationInfo, 'createdAt' | 'updatedAt' | 'cost' | 'tokens' | 'cwd'>
> & {
  readonly title: string;
  readonly transcript: Pick<Transcript, 'items' | 'card'>;
};

/**
 * A whole chat as Markdown. What was said is Markdown itself and stays within its part; what tools
 * were given and answered stands in fences that nothing in them can close.
 */
export function chatMarkdown(chat: ExportedChat): string {
  const { title, transcript } = chat;
  const blocks = transcript.items().map((item) => itemText(item, transcript.card(item.id)));
  const text = [`# ${inlineText(title)}`, factsText(chat), ...blocks].filter(Boolean).join('\n\n');
  return `${redactText(text).text}\n`;
}

function factsText({ createdAt, updatedAt, cost, tokens, cwd }: ExportedChat): string {
  const rows = [
    createdAt === undefined ? [] : [`- Begun: ${timeText(createdAt)}`],
    updatedAt === undefined ? [] : [`- Last changed: ${timeText(updatedAt)}`],
    cwd === undefined || cwd === '' ? [] : [`- Folder: ${codeSpan(cwd)}`],
    tokens === undefined ? [] : [`- Tokens: ${tokens.toLocaleString('en-US')}`],
    cost === undefined ? [] : [`- Cost: $${cost.toFixed(cost < 0.1 ? 4 : 2)}`],
  ];
  return rows.flat().join('\n');
}

/** UTC, as it is read anywhere. */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function itemText(item: TranscriptItem, card: Card | undefined): string {
  switch (item.type) {
    case 'user': {
      const names = (item.attachments ?? []).map(
        ({ label, detail = '' }) => `- Attached: ${codeSpan(detail === '' ? label : detail)}`,
      );
      return ['## You', embedded(item.text), names.join('\n')].filter(Boolean).join('\n\n');
    }
    case 'assistant':
      return item.thought
        ? folded('Thought', fenced(item.text))
        : `## Agent\n\n${embedded(item.text)}`;
    case 'notice':
      return `> **${noticeWords[item.level]}:** ${inlineText(item.text)}`;
    case 'call':
      return callText(item, card);
  }
}

const noticeWords = { info: 'Note', warning: 'Warning', error: 'Error' } as const;

function callText(item: CallItem, card: Card | undefined): string {
  const output = card?.fullText ?? item.text;
  const { failure, warnings } = item;
  return [
    `### ${inlineText(item.tool)}: ${inlineText(item.title)}`,
    [
      callFacts(item),
      verdictText(item),
      failure === undefined
        ? ''
        : `- Failed (${codeSpan(failure.errorCode)}): ${inlineText(failure.message)}`,
      filterText(item),
      ...warnings.map((warning) => `- Warning: ${inlineText(warning)}`),
    ]
      .filter(Boolean)
      .join('\n'),
    item.argsJson === '' ? '' : `Arguments:\n\n${fenced(item.argsJson, 'json')}`,
    output === '' ? '' : `${outputName(item)}:\n\n${fenced(output)}`,
    ...(card?.fullDiffs ?? []).map((diff) => fenced(diffText(diff), 'diff')),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function callFacts({ status, exitCode, durationMs, origin }: CallItem): string {
  return [
    `- Status: ${status}`,
    ...(exitCode === undefined ? [] : [`exit code ${String(exitCode)}`]),
    ...(durationMs === undefined ? [] : [`${(durationMs / 1000).toFixed(1)} s`]),
    ...(origin === 'user' ? ['typed by you'] : []),
  ].join(', ');
}

function outputName({ filter }: CallItem): string {
  return filter === undefined ? 'Output' : 'Output as the model read it';
}

/** What of the output is not in the file, and who left it out. */
function filterText({ filter }: CallItem): string {
  if (filter === undefined) return '';
  const { line = 'shortened', rules, confidence } = filter;
  return `- Output: ${line}, by ${rules.map(codeSpan).join(', ')} (${confidence})`;
}

/** The verdict, who gave it, and the step of the trace that says why: a rule before all else. */
function verdictText({ decision }: CallItem): string {
  if (decision === undefined) return '';
  const { verdict, approvedBy, trace } = decision;
  const steps = trace.filter((each) => each.verdict === verdict);
  const step = steps.findLast(({ rule }) => rule !== undefined) ?? steps.at(-1) ?? trace.at(-1);
  const reason = step === undefined ? '' : `: ${inlineText(step.reason)}`;
  return `- Verdict: ${verdict} (${approvedWords[approvedBy]})${reason}`;
}

const approvedWords = {
  auto: 'by rule',
  user: 'approved by you',
  'user-typed': 'typed by you',
  none: 'not approved',
} as const;

function folded(summary: string, body: string): string {
  return `<details>\n<summary>${summary}</summary>\n\n${body}\n\n</details>`;
}
