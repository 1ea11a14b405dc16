import { formatPatch, structuredPatch } from 'diff';
import { redactText } from '../../../core/base/redact/redact';
import type { ConversationInfo } from '../../../core/contracts/chats/conversation';
import type { CallItem, TranscriptItem } from '../../../core/contracts/panel/state';
import type { Card } from '../transcript/card';
import type { Transcript } from '../transcript/transcript';
import type { FileDiff } from '../../../core/contracts/calls/outcome';
import { escapeControlInline } from '../../../core/base/escape-control';
import { filterLine, grouped } from '../../../core/base/wording';
import { endingTexts } from '../../window/ending-texts';
import { inEnglish } from '../../../core/base/sentence';
import { englishOf } from '../../window/language';

/** A chat to be exported. Calls are already redacted; the user's messages are not. */
export type ExportedChat = Partial<
  Pick<ConversationInfo, 'createdAt' | 'updatedAt' | 'cost' | 'tokens' | 'cwd'>
> & {
  readonly title: string;
  readonly transcript: Pick<Transcript, 'items' | 'card'>;
};

/**
 * A whole chat as Markdown. Messages are Markdown themselves and stay within their section; tool
 * arguments and results are in fences that their content cannot close.
 */
export function chatMarkdown(chat: ExportedChat): string {
  const { title, transcript } = chat;
  const blocks = transcript.items().map((item) => itemText(item, transcript.card(item.id)));
  const text = [`# ${inlineText(title)}`, factsText(chat), ...blocks].filter(Boolean).join('\n\n');
  return `${redactText(text).text}\n`;
}

function factsText({ createdAt, updatedAt, cost, tokens, cwd }: ExportedChat): string {
  const rows = [
    createdAt === undefined ? [] : [`- Started: ${timeText(createdAt)}`],
    updatedAt === undefined ? [] : [`- Last changed: ${timeText(updatedAt)}`],
    cwd === undefined || cwd === '' ? [] : [`- Folder: ${codeSpan(cwd)}`],
    tokens === undefined ? [] : [`- Tokens: ${grouped(tokens)}`],
    cost === undefined ? [] : [`- Cost: $${cost.toFixed(cost < 0.1 ? 4 : 2)}`],
  ];
  return rows.flat().join('\n');
}

/** UTC, readable everywhere. */
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
      return `> **${noticeWords[item.level]}:** ${inlineText(item.english ?? item.text)}`;
    case 'call':
      return callText(item, card);
  }
}

const noticeWords = { info: 'Note', warning: 'Warning', error: 'Error' } as const;

function callText(item: CallItem, card: Card | undefined): string {
  const output = card?.fullText ?? item.text;
  const { failure } = item;
  return [
    `### ${inlineText(item.tool)}: ${inlineText(item.title)}`,
    [
      callFacts(item),
      verdictText(card?.call),
      failure === undefined
        ? ''
        : `- Reason (${codeSpan(failure.errorCode)}): ${inlineText(card?.call?.failureText ?? failure.message)}`,
      filterText(item),
      ...warningsOf(item, card).map((warning) => `- Warning: ${inlineText(warning)}`),
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

function warningsOf({ warnings }: CallItem, card: Card | undefined): readonly string[] {
  return card?.call?.warnings?.map(inEnglish) ?? warnings;
}

function callFacts({ status, ending, exitCode, durationMs, origin }: CallItem): string {
  return [
    `- Status: ${ending === undefined ? status : englishOf(endingTexts()[ending]).toLowerCase()}`,
    ...(exitCode === undefined ? [] : [`exit code ${String(exitCode)}`]),
    ...(durationMs === undefined ? [] : [`${(durationMs / 1000).toFixed(1)} s`]),
    ...(origin === 'user' ? ['typed by you'] : []),
  ].join(', ');
}

function outputName({ filter }: CallItem): string {
  return filter === undefined ? 'Output' : 'Output as the model read it';
}

/** The omitted parts of the output, and what omitted them. */
function filterText({ filter }: CallItem): string {
  if (filter === undefined) return '';
  const { lines = [0, 0], rules, confidence } = filter;
  const line = filterLine(...lines);
  return `- Output: ${line === undefined ? 'shortened' : inEnglish(line)}, by ${rules.map(codeSpan).join(', ')} (${confidence})`;
}

/** The verdict, its source, and the step of the trace that gives the reason: a rule first. */
function verdictText(call: Card['call']): string {
  if (call?.decision === undefined) return '';
  const { verdict, approvedBy, trace } = call.decision;
  const steps = trace.filter((each) => each.verdict === verdict);
  const step = steps.findLast(({ rule }) => rule !== undefined) ?? steps.at(-1) ?? trace.at(-1);
  const reason = step === undefined ? '' : `: ${inlineText(inEnglish(step.reason))}`;
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

/** A larger difference is not compared line by line: that takes too long. */
const maxEdits = 1_000;

/** A change of a file as a unified diff. */
export function diffText({ path, from, oldText, newText, change }: FileDiff): string {
  const before = oldText === null ? '/dev/null' : (from ?? path);
  const after = change === 'deleted' ? '/dev/null' : path;
  const patch = structuredPatch(before, after, oldText ?? '', newText, undefined, undefined, {
    context: 3,
    maxEditLength: maxEdits,
  });
  if (patch === undefined) return wholeText(before, after, { oldText: oldText ?? '', newText });
  // The first lines are an index line and a rule, which add nothing here.
  return formatPatch(patch)
    .split('\n')
    .filter((line, at) => at > 2 || !/^(?:Index: |={5})/.test(line))
    .join('\n');
}

function wholeText(
  before: string,
  after: string,
  { oldText, newText }: { readonly oldText: string; readonly newText: string },
): string {
  const marked = (mark: string, text: string) =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${mark}${line}`);
  return [`--- ${before}`, `+++ ${after}`, ...marked('-', oldText), ...marked('+', newText)].join(
    '\n',
  );
}

/** A block that its content cannot close: its fence is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  const end = text.endsWith('\n') ? '' : '\n';
  return `${fence}${language}\n${text}${end}${fence}`;
}

/**
 * Markdown as a part of a larger text: its headings are nested below those around it, it contains
 * no HTML, and a code block that it leaves open is closed.
 */
export function embedded(text: string): string {
  let fence: string | undefined;
  const lines = text.split(/\r\n|\r|\n/).map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
    const [, run = '', rest = ''] = mark ?? [];
    if (fence !== undefined) {
      if (run.startsWith(fence) && rest.trim() === '') fence = undefined;
      return line;
    }
    if (run !== '' && !(run.startsWith('`') && rest.includes('`'))) fence = run;
    return fence === undefined ? outsideCode(line) : line;
  });
  return [...lines, ...(fence === undefined ? [] : [fence])].join('\n');
}

function outsideCode(line: string): string {
  return line
    .replace(
      /^( {0,3})(#{1,6})(?=\s|$)/,
      (_all, gap: string, marks: string) => `${gap}${'#'.repeat(Math.min(6, marks.length + 2))}`,
    )
    .replace(/^([\s>*+-]*)</, String.raw`$1\<`);
}

/** Literal text on one line: no markup, no link, no HTML. */
export function inlineText(text: string): string {
  return escapeControlInline(text.replace(/\s*[\r\n]+\s*/g, ' ')).replace(
    /[\\`*_[\]<>#|~!&]/g,
    String.raw`\$&`,
  );
}

/** A name or path on one line, as code. */
export function codeSpan(text: string): string {
  const line = escapeControlInline(text.replace(/\s*[\r\n]+\s*/g, ' '));
  const fence = '`'.repeat(longestRun(line) + 1);
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
