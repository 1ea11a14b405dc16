import * as z from 'zod';
import { isObject, parseJson, toList } from '../contracts/json';
import { anyObject, itemsOf, lenient } from '../contracts/schema-parts';
import { plainText } from './plain-text';

const maxText = 1_000_000;
const maxParts = 1000;

const text = z.object({ type: z.literal('text'), text: z.string() });
const data = z.object({
  type: z.enum(['image', 'audio']),
  /** As base64, or the number of its bytes. */
  data: z.union([z.string(), z.int().min(0)]),
  mimeType: lenient(z.string().max(200)),
});
const link = z.object({
  type: z.literal('resource_link'),
  uri: z.string().max(4096),
  name: lenient(z.string().max(1000)),
});
const resource = z.object({
  type: z.literal('resource'),
  resource: z.object({
    uri: z.string().max(4096),
    mimeType: lenient(z.string().max(200)),
    text: lenient(z.string()),
    blob: lenient(z.string()),
  }),
});

const resultSchema = z.object({
  content: itemsOf(z.union([text, data, link, resource])),
  structuredContent: lenient(z.unknown()),
  isError: lenient(z.boolean()),
  _meta: lenient(anyObject),
});
type Part = z.infer<typeof resultSchema>['content'][number];

/** The fields of a result that may leave the pipeline (INV-04). */
export const mcpOutput = z.object({
  text: z.string(),
  /** JSON text. */
  structured: z.string().optional(),
  /** Images and links by their names. */
  attached: z.array(z.string()).optional(),
});
export type McpOutput = z.infer<typeof mcpOutput>;

export interface McpResult {
  readonly output: McpOutput;
  /** What the server says is structured, to be checked. */
  readonly structured: unknown;
  readonly isError: boolean;
}

/** What a server answered to a call; undefined if it is no result (003-mcp-1). */
export function readResult(raw: unknown): McpResult | undefined {
  const read = resultSchema.safeParse(raw);
  if (!read.success || !isObject(raw)) return undefined;
  const { content, structuredContent: structured, isError = false } = read.data;
  const parts = content.slice(0, maxParts);
  const whole = parts.flatMap(textOf).join('\n');
  const attached = parts.flatMap(nameOf);
  const left = toList(raw['content']).length - parts.length;
  if (left > 0) attached.push(`${String(left)} parts of an unknown kind`);
  const json = structured === undefined ? undefined : JSON.stringify(structured);
  // Most servers send what is structured as text too.
  const isNews = json !== undefined && json !== JSON.stringify(parseJson(whole.slice(0, maxText)));
  return {
    output: {
      text: plainText(whole, maxText),
      ...(isNews && { structured: plainText(json, maxText) }),
      ...(attached.length > 0 && { attached }),
    },
    structured,
    isError,
  };
}

function textOf(part: Part): readonly string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'resource' && part.resource.text !== undefined ? [part.resource.text] : [];
}

function nameOf(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
      return [];
    case 'resource_link':
      return [plainText(`${part.name ?? 'resource'}: ${part.uri}`, 500).replace(/\s+/g, ' ')];
    case 'resource':
      return part.resource.text === undefined
        ? [sized(part.resource.mimeType ?? 'resource', part.resource.blob)]
        : [];
    default:
      return [sized(part.mimeType ?? part.type, part.data)];
  }
}

function sized(kind: string, data: string | number = ''): string {
  const bytes = typeof data === 'number' ? data : Math.floor((data.length * 3) / 4);
  return `${plainText(kind, 100).replace(/\s+/g, ' ')}, ${bytes.toLocaleString('en')} bytes`;
}
