import type { ToolRequest, ChatMessage } from '../../contracts/chats/messages';
import { isObject, parseJson } from '../../contracts/json';
import { readString, readValue } from '../codec/json-fields';
import { readArguments, withoutBlank } from '../codec/call-assembler';
import { escapeTag } from '../../base/escape-tag';
import type { AnsweredCall } from '../codec/answered-calls';
import { isBlank, repairHistory, type AssistantTurn } from '../codec/repair-history';

/** Tools that have a block of their own (003-native-1): its content as arguments. */
export const blockTools: ReadonlyMap<string, BlockTool> = new Map<string, BlockTool>([
  ['bash', { tool: 'core__bash', toArguments: (body) => JSON.stringify({ command: body }) }],
  ['scrape', { tool: 'core__web_scrape', toArguments: (body) => body }],
]);

/** The block that calls any tool. */
export const generalBlock = 'tool';

interface BlockTool {
  readonly tool: string;
  readonly toArguments: (body: string) => string;
}

/** The line that begins a call's block. */
export function openingOf(language: string, word: string | undefined): string {
  return ['```' + language, ...(word === undefined ? [] : [word])].join(' ');
}

export interface Callable {
  readonly names: ReadonlySet<string>;
  /** Its mark (decision 74); undefined to read what a recorded answer has called, by any mark. */
  readonly word?: string;
}

/** The calls of its fenced blocks (decision 35), in order. Other blocks are text. */
export function readFencedCalls(text: string, { names, word }: Callable): readonly ToolRequest[] {
  return readFences(text)
    .flatMap(({ info, body }) => {
      const [language = '', mark, ...more] = info.split(/\s+/);
      if (more.length > 0 || (word !== undefined && mark !== word)) return [];
      return readCall({ language, body }, names) ?? [];
    })
    .filter(({ name }) => names.has(name));
}

interface Block {
  readonly language: string;
  readonly body: string;
}

function readCall({ language, body }: Block, names: ReadonlySet<string>): ToolRequest | undefined {
  if (language === generalBlock) return readGeneralCall(body, names);
  const block = blockTools.get(language);
  if (block === undefined || body.trim() === '') return undefined;
  return { wireId: '', name: block.tool, argsText: block.toArguments(body.trim()) };
}

/** `{"name": …, "arguments": {…}}`. */
function readGeneralCall(body: string, names: ReadonlySet<string>): ToolRequest | undefined {
  const call = parseJson(body);
  if (!isObject(call)) return brokenCall(body, names);
  const name = readString(call, 'name');
  if (name === undefined) return undefined;
  const argsText = withoutBlank(readArguments(readValue(call, 'arguments')));
  return { wireId: '', name, argsText };
}

/** JSON with a mistake still names its tool; the answer then reports the mistake to the model. */
function brokenCall(body: string, names: ReadonlySet<string>): ToolRequest | undefined {
  const name = /"name"\s*:\s*"([^"\\]{1,300})"/.exec(body)?.[1];
  return name !== undefined && names.has(name) ? { wireId: '', name, argsText: body } : undefined;
}

interface Fence {
  /** Everything after the opening fence: `bash`. */
  readonly info: string;
  readonly body: string;
}

/** Up to three spaces, as CommonMark has it; a backtick in the info makes it no fence. */
const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const endOfThought = '</think>';

/** What ends the quotation that a line begins: a comment, or an element that a later line ends. */
function quotationAt(line: string, at: number, ends: ReadonlyMap<string, number>) {
  if (line.lastIndexOf('<!--') > line.lastIndexOf('-->')) return '-->';
  const element = /^\s*<([a-z][\w-]*)(?:\s[^<>]*)?>/i.exec(line)?.[1];
  if (element === undefined) return undefined;
  const end = `</${element.toLowerCase()}`;
  return (ends.get(end) ?? -1) > at ? end : undefined;
}

/** The last line with each end of an element. */
function elementEnds(lines: readonly string[]): ReadonlyMap<string, number> {
  const ends = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    for (const [end] of line.toLowerCase().matchAll(/<\/[a-z][\w-]*/g)) ends.set(end, at);
  }
  return ends;
}

/**
 * What a block quotes, and blocks in quotes, lists, comments or elements, are text; one without end
 * too.
 */
export function readFences(text: string): readonly Fence[] {
  const fences: Fence[] = [];
  let open: { readonly mark: string; readonly info: string; readonly lines: string[] } | undefined;
  let quotation: string | undefined;
  const lines = withoutThoughts(text).split(/\r?\n/);
  const ends = elementEnds(lines);
  for (const [at, line] of lines.entries()) {
    if (open === undefined) {
      if (quotation !== undefined) {
        if (line.toLowerCase().includes(quotation)) quotation = undefined;
        continue;
      }
      quotation = quotationAt(line, at, ends);
      if (quotation !== undefined || /^ {0,3}<!--/.test(line)) continue;
      const [, mark, info] = opening.exec(line) ?? [];
      if (mark !== undefined) open = { mark, info: (info ?? '').trim(), lines: [] };
    } else if (closes(line, open.mark)) {
      fences.push({ info: open.info, body: open.lines.join('\n') });
      open = undefined;
    } else open.lines.push(line);
  }
  return fences;
}

/** At least as long as the opening fence, and alone in its line. */
function closes(line: string, mark: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return fence !== undefined && fence.startsWith(mark);
}

/** Models that write down their thoughts start with them; a thought may quote the end of one. */
function withoutThoughts(text: string): string {
  const end = text.lastIndexOf(endOfThought);
  if (end >= 0) return text.slice(end + endOfThought.length);
  return /^\s*<think>/.test(text) ? '' : text;
}

/** Calls are blocks with the word of the chat, each answered directly after it (decision 21). */
export function plainMessages(
  messages: readonly ChatMessage[],
  word?: string,
): readonly ChatMessage[] {
  // Images are the inner wire's to judge; thoughts are bound to calls that it never sees.
  const rules = { wire: '', ids: { uniqueIn: 'message' }, images: true } as const;
  return repairHistory(messages, rules).flatMap((turn): readonly ChatMessage[] => {
    if (turn.role === 'user') return [turn];
    const said = { role: 'assistant', text: withCalls(turn, word), calls: [] } as const;
    if (turn.calls.length === 0) return [said];
    return [said, { role: 'user', text: turn.calls.map(resultText).join('\n\n') }];
  });
}

/** The model wrote its calls itself, unless another model made them. */
function withCalls(
  { text, calls }: Pick<AssistantTurn, 'text' | 'calls'>,
  word: string | undefined,
): string {
  if (calls.length === 0) return text;
  const names = new Set(calls.map(({ name }) => name));
  const written = new Set(readFencedCalls(text, { names }).map(callKey));
  const rest = calls.filter((call) => !written.has(callKey(call)));
  const blocks = rest.map((call) => callBlock(call, word));
  return [withWord(text, word), ...blocks].filter((part) => !isBlank(part)).join('\n\n');
}

/** A chat that was opened again has another word. */
function withWord(text: string, word: string | undefined): string {
  return word === undefined
    ? text
    : text.replace(/^( {0,3}(?:`{3,}|~{3,})[a-z]+ )[0-9a-f]{8}$/gm, `$1${word}`);
}

function callKey({ name, argsText }: { readonly name: string; readonly argsText: string }): string {
  return `${name} ${argsText}`;
}

function callBlock({ name, args }: AnsweredCall, word: string | undefined): string {
  return [openingOf(generalBlock, word), JSON.stringify({ name, arguments: args }), '```'].join(
    '\n',
  );
}

function resultText({ name, answer }: AnsweredCall): string {
  const status = answer.failed ? 'failed' : 'completed';
  const text = escapeTag(answer.text, 'tool_result');
  return `<tool_result name=${JSON.stringify(name)} status="${status}">\n${text}\n</tool_result>`;
}
