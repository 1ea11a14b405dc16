import { say, type Sentence } from '../../../core/base/sentence';
import type {
  ConversationChange,
  ConversationEntry,
  ConversationFacts,
} from '../../../core/contracts/chats/conversation';
import { failure, type Failure, fail, succeed, type Result } from '../../../core/contracts/failure';
import { redactText } from '../../../core/base/redact/redact';
import type { PutEntry } from '../journal/records';
import { redactEntry } from './redact-entry';

/** An entry before it is ordered among the others. */
type EntryText = Omit<PutEntry, 'count' | 'first'>;

export interface PreparedChange extends Required<Omit<ConversationChange, 'put'>> {
  readonly put: readonly EntryText[];
}

const mebibyte = 1024 * 1024;
const maxValueBytes = 16 * mebibyte;
const maxChangeBytes = 64 * mebibyte;
const maxFactsLength = 64 * 1024;
const maxKeyLength = 1024;

/** Redacts and encodes the change; fails if it is too large for the journal. */
export function prepareChange(change: ConversationChange): Result<PreparedChange> {
  const facts = redactedFacts(change.facts ?? {});
  if (JSON.stringify(facts).length > maxFactsLength) return fail(tooLargeFacts);
  const { drop = [], remove = [] } = change;
  const put: EntryText[] = [];
  let bytes = 0;
  for (const entry of change.put ?? []) {
    const text = entryText(entry);
    if (!text.ok) return text;
    bytes += Buffer.byteLength(text.value.value);
    put.push(text.value);
  }
  if (bytes > maxChangeBytes) return fail(tooLargeChange);
  if ([...remove, ...put].some(({ key }) => key.length > maxKeyLength)) return fail(tooLongKey);
  return succeed({ facts, drop, remove: remove.map(({ part, key }) => ({ part, key })), put });
}

function redactedFacts(facts: Partial<ConversationFacts>): Partial<ConversationFacts> {
  const { title, cwd } = facts;
  return {
    ...facts,
    ...(title !== undefined && { title: redactText(title).text }),
    ...(cwd !== undefined && { cwd: redactText(cwd).text }),
  };
}

function entryText(entry: ConversationEntry): Result<EntryText> {
  const { part, key, words = '' } = entry;
  const json = redactedJson(entry);
  if (json === undefined) return fail(unreadableValue);
  const bytes = Buffer.byteLength(json);
  if (bytes > maxValueBytes) return fail(tooLargeValue(bytes));
  return succeed({ part, key, value: json, words: Buffer.from(redactText(words).text).toString() });
}

function redactedJson(entry: ConversationEntry): string | undefined {
  try {
    return JSON.stringify(redactEntry(entry));
  } catch (error) {
    // Nested deeper than the stack, or longer than a string can be.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function rejected(what: Sentence, suggestion: string): Failure {
  return failure('validation', what, { category: 'permanent_failure', suggestion });
}

function tooLargeValue(bytes: number): Failure {
  return rejected(
    say`One entry of the chat is ${Math.ceil(bytes / mebibyte)} MB; the limit is ${maxValueBytes / mebibyte} MB.`,
    'Store the full text as an output and keep only a part here.',
  );
}

const tooLargeChange = rejected(
  say`One write of the chat exceeds ${maxChangeBytes / mebibyte} MB.`,
  'Write the entries in several steps.',
);

const tooLargeFacts = rejected(
  say`The title or folder of the chat is too long.`,
  'Give the chat a shorter title.',
);

const tooLongKey = rejected(
  say`The name of an entry of the chat is too long.`,
  `Use at most ${maxKeyLength} characters.`,
);

const unreadableValue = rejected(
  say`One entry of the chat is nested too deeply.`,
  'Store a flatter or shorter value.',
);
