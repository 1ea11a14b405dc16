import { say, type Sentence } from '../base/sentence';
import * as z from 'zod';
import { isObject, type UnknownObject } from '../contracts/json';
import { anyObject, lenient } from '../contracts/schema-parts';

/** A tool as its server describes it, unchanged: what the digest is made from. */
const toolSchema = z.object({
  name: z.string().min(1).max(256),
  title: lenient(z.string().max(1000)),
  description: lenient(z.string().max(200_000)),
  inputSchema: anyObject,
  outputSchema: lenient(anyObject),
  annotations: lenient(anyObject),
});

/** A tool as its server describes it. */
export interface McpTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: UnknownObject;
  readonly outputSchema?: UnknownObject | undefined;
  /** What the server claims about it; it decides nothing. */
  readonly annotations?: UnknownObject | undefined;
}

/** What a server offers: tools that can be read, and a sentence about each that cannot. */
export interface McpListing {
  readonly tools: readonly McpTool[];
  readonly problems: readonly Sentence[];
}

/** The tools among the items of a list; a malformed one costs only itself (003-mcp-1). */
export function readTools(items: readonly unknown[]): McpListing {
  const tools: McpTool[] = [];
  const problems: Sentence[] = [];
  for (const item of items) {
    const read = toolSchema.safeParse(item);
    if (read.success) tools.push(read.data);
    else problems.push(unreadable(item));
  }
  return { tools, problems };
}

function unreadable(item: unknown): Sentence {
  const name = isObject(item) ? item['name'] : undefined;
  return typeof name === 'string'
    ? say`The tool ${JSON.stringify(name.slice(0, 64))} of the list cannot be read.`
    : say`A tool of the list has no name.`;
}

/** What a definition says, as one value: any change of it is another tool (INV-21). */
export function definitionOf({ name, title, description, inputSchema, annotations }: McpTool) {
  return { name, title, description, inputSchema, annotations };
}
