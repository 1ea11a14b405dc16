import { isObject, type UnknownObject } from '../../../core/contracts/json';
import { redactFields } from '../../../core/base/redact/redact';
import type { ConversationEntry } from '../../../core/contracts/chats/conversation';

/**
 * Redacts the value of an entry except data that redaction would damage: pictures the user
 * attached, and the signed or encrypted parts of a provider's thinking. The redactor would find
 * keys in any long random string. The exceptions apply only at fixed paths, so other text cannot
 * pass as one of them.
 */
export function redactEntry({ part, key, value }: ConversationEntry): unknown {
  if (part === 'history' && isObject(value)) {
    return replaceIn(value, { images: eachOf(redactPicture), thinking: eachOf(redactThought) });
  }
  if (part === 'transcript' && key.startsWith('message:')) return eachOf(redactChunk)(value);
  return redactWhole(value);
}

type Redact = (value: unknown) => unknown;

/** Redacts the named fields with these functions and all others as text. */
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
  const { mimeType, mediaType } = picture;
  const begin = beginnings.get([mimeType, mediaType].find((type) => typeof type === 'string'));
  const isPicture = (data: string) => begin !== undefined && data.startsWith(begin);
  return replaceIn(picture, { data: redactUnless((data) => isBase64(data) && isPicture(data)) });
}

/** The base64 prefix of each picture format. */
const beginnings: ReadonlyMap<unknown, string> = new Map([
  ['image/png', 'iVBORw0KGgo'],
  ['image/jpeg', '/9j/'],
  ['image/gif', 'R0lGOD'],
  ['image/webp', 'UklGR'],
]);

/** `ThinkingBlock` fields that only the provider can read. */
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

/** Signatures are longer; keys written in the same alphabet are shorter. */
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
