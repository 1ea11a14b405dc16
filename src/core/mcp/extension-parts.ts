import { isObject, parseJson, toList, type UnknownObject } from '../contracts/json';
import { readTools, type McpListing } from './tool-list';

const maxTools = 512;
const maxDefinition = 256 * 1024;
const maxDepth = 100;
const maxBytes = 1_000_000;

/**
 * Definitions of tools of other extensions, as copies in the form of those of a server (003-mcp-10). One
 * that is too large or nested too deep is left out, with a sentence about it.
 */
export function readExtensionTools(items: readonly unknown[]): McpListing {
  return readTools(items.slice(0, maxTools).map(definitionIn));
}

function definitionIn(item: unknown): unknown {
  if (!isObject(item)) return undefined;
  const { name, description, inputSchema, tags } = item;
  // What an extension says of its tool in a word, such as `readonly`: as a server's annotations.
  const annotations = toList(tags).length === 0 ? undefined : { tags };
  const definition = { name, description, inputSchema: inputSchema ?? {}, annotations };
  return copyOf(definition) ?? { name };
}

function copyOf(value: unknown): unknown {
  try {
    const text = JSON.stringify(value);
    return text.length > maxDefinition ? undefined : parseJson(text);
  } catch {
    // A cycle, or nested too deep.
    return undefined;
  }
}

/** What a tool of another extension answered, in the form of a server's result. */
export function extensionResult(parts: unknown): UnknownObject {
  return { content: toList(parts).map(contentOf) };
}

/** Parts are known by their fields: a newer editor may have more kinds than we know. */
function contentOf(part: unknown): unknown {
  if (!isObject(part)) return undefined;
  const { value, mimeType, data } = part;
  if (typeof value === 'string') return { type: 'text', text: value };
  if (typeof mimeType === 'string' && data instanceof Uint8Array) {
    return dataContent(mimeType, data);
  }
  const text = treeText(value, 0);
  return text === '' ? undefined : { type: 'text', text };
}

function dataContent(mimeType: string, data: Uint8Array): unknown {
  if (/^text\/|[/+]json\b/.test(mimeType)) {
    return { type: 'text', text: new TextDecoder().decode(data.subarray(0, maxBytes)) };
  }
  return { type: 'image', mimeType, data: data.length };
}

/** The texts of a tree of the library prompt-tsx, which many extensions answer with. */
function treeText(value: unknown, depth: number): string {
  if (!isObject(value) || depth > maxDepth) return '';
  const { node, text, children, lineBreakBefore } = value;
  if (isObject(node)) return treeText(node, depth + 1);
  if (typeof text === 'string') return lineBreakBefore === true ? `\n${text}` : text;
  return toList(children)
    .map((child) => treeText(child, depth + 1))
    .join('');
}
