import type { ConversationEntry } from '../../core/contracts/conversation';
import { isObject, readString, type UnknownObject } from '../../core/base/json-read';
import { redactFields } from '../../core/base/redact';

/**
 * Redacts the value of an entry but for what is no text and a mark would damage: the data of a picture
 * that the person sent, and what a provider has signed or sealed in a thought. A rule for keys finds one
 * in any long run of random letters. The thought itself is text, and so is all beside these fields:
 * where they stand is fixed, so that nothing else can pass for one of them.
 */
export function redactEntry({ part, key, value }: ConversationEntry): unknown {
  if (part === 'history' && isObject(value)) {
    return replaceIn(value, { images: eachOf(redactPicture), thinking: eachOf(redactThought) });
  }
  if (part === 'transcript' && key.startsWith('message:')) return eachOf(redactChunk)(value);
  return redactWhole(value);
}

type Redact = (value: unknown) => unknown;

/** Redacts fields by these, and all others as text. */
function replaceIn(value: UnknownObject, own: Readonly<Record<string, Redact>>): UnknownObject {
  const fields = Object.entries(value).map(([name, field]) => {
    const redact = Object.hasOwn(own, name) ? own[name] : undefined;
    return redact === undefined ? redactFields({ [name]: field }) : { [name]: redact(field) };
  });
  return Object.fromEntries(fields.flatMap((field) => Object.entries(field)));
}

function eachOf(redact: (item: UnknownObject) => unknown): Redact {
  return (value) =>
    Array.isArray(value)
      ? Array.from<unknown, unknown>(value, (item) =>
          isObject(item) ? redact(item) : redactWhole(item),
        )
      : redactWhole(value);
}

function redactChunk(chunk: UnknownObject): unknown {
  const redact: Redact = (content) =>
    isObject(content) && content['type'] === 'image'
      ? redactPicture(content)
      : redactWhole(content);
  return replaceIn(chunk, { content: redact });
}

function redactPicture(picture: UnknownObject): unknown {
  const type = readString(picture, 'mimeType') ?? readString(picture, 'mediaType') ?? '';
  const begin = beginnings.get(type);
  const isPicture = (data: string) => begin !== undefined && data.startsWith(begin);
  return replaceIn(picture, { data: redactUnless((data) => isBase64(data) && isPicture(data)) });
}

/** What the files of each kind of picture begin with, in base64. */
const beginnings: ReadonlyMap<string, string> = new Map([
  ['image/png', 'iVBORw0KGgo'],
  ['image/jpeg', '/9j/'],
  ['image/gif', 'R0lGOD'],
  ['image/webp', 'UklGR'],
]);

/** `ThinkingBlock`: the fields in which providers put what only they can read. */
function redactThought(thought: UnknownObject): unknown {
  return replaceIn(thought, {
    block: (block) => (isObject(block) ? redactBlock(block) : redactWhole(block)),
  });
}

function redactBlock(block: UnknownObject): unknown {
  const sealed = redactUnless((text) => text.length >= minSealedChars && isBase64(text));
  return replaceIn(block, {
    signature: sealed,
    data: sealed,
    reasoning_details: eachOf(redactBlock),
  });
}

/** Characters. A signature is longer, and a key that is written in its letters is shorter. */
const minSealedChars = 64;

function redactUnless(isKept: (text: string) => boolean): Redact {
  return (value) => (typeof value === 'string' && isKept(value) ? value : redactWhole(value));
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''));
}

function redactWhole(value: unknown): unknown {
  return redactFields({ value })['value'];
}
