import * as z from 'zod';
import { toList } from '../contracts/json';
import { lenient } from '../contracts/schema-parts';
import { plainText } from './plain-text';

const maxUri = 2048;
const [maxName, maxDescription] = [200, 300];
const maxArguments = 20;

/** A text for the user on one line; a server may send any length. */
const line = (max: number) => lenient(z.string().transform((text) => plainLine(text, max)));

const resourceSchema = z.object({
  // It goes back to its server unchanged, so that one with hidden characters is not used.
  uri: z.string().min(1).max(maxUri).refine(isPlain),
  name: line(maxName),
  title: line(maxName),
  description: line(maxDescription),
});

const promptSchema = z.object({
  name: z.string().min(1).max(256),
  title: line(maxName),
  description: line(maxDescription),
  arguments: lenient(z.array(z.unknown()).max(maxArguments)),
});

const argumentSchema = z.object({
  name: z.string().regex(/^[\w.-]{1,64}$/),
  required: lenient(z.boolean()),
});

/** A resource that a server offers to the user; its address means nothing to anybody else. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
}

export interface McpPromptArgument {
  readonly name: string;
  readonly isRequired: boolean;
}

/** A prompt that a server offers to the user. */
export interface McpPrompt {
  /** As the server calls it. */
  readonly name: string;
  /** As the user types it: `/mcp.<server>.<command>`. */
  readonly command: string;
  readonly description: string;
  readonly args: readonly McpPromptArgument[];
}

/** The resources among the items of a list; one that cannot be read costs only itself (003-mcp-12). */
export function readResources(items: readonly unknown[]): readonly McpResource[] {
  const byUri = new Map<string, McpResource>();
  for (const item of items) {
    const read = resourceSchema.safeParse(item);
    if (!read.success || byUri.has(read.data.uri)) continue;
    const { uri, name = '', title = '', description = '' } = read.data;
    byUri.set(uri, { uri, name: title || name || plainLine(uri, maxName), description });
  }
  return [...byUri.values()];
}

/** The prompts among the items of a list; two that are typed the same way are both left out. */
export function readPrompts(items: readonly unknown[]): readonly McpPrompt[] {
  const prompts = items.flatMap(readPrompt);
  const keys = prompts.map(({ command }) => command.toLowerCase());
  return prompts.filter(
    (_, at) => keys.indexOf(keys[at] ?? '') === keys.lastIndexOf(keys[at] ?? ''),
  );
}

function readPrompt(item: unknown): readonly McpPrompt[] {
  const read = promptSchema.safeParse(item);
  if (!read.success) return [];
  const { name, title = '', description = '' } = read.data;
  const command = name.replace(/[^\w.-]/g, '_');
  if (!/[A-Za-z0-9]/.test(command)) return [];
  const args: McpPromptArgument[] = [];
  for (const each of read.data.arguments ?? []) {
    const argument = argumentSchema.safeParse(each);
    if (argument.success) {
      args.push({ name: argument.data.name, isRequired: argument.data.required === true });
    }
  }
  return [{ name, command, description: description || title, args }];
}

/** How the arguments of a prompt are typed: `city=… [unit=…]`. */
export function promptForm(args: readonly McpPromptArgument[]): string {
  return args.map(({ name, isRequired }) => (isRequired ? `${name}=…` : `[${name}=…]`)).join(' ');
}

/** The answer to `resources/read`, as the result of a tool; undefined for any other value. */
export function resourceResult(raw: { readonly [name: string]: unknown }): unknown {
  const { contents } = raw;
  if (!Array.isArray(contents)) return undefined;
  return { content: toList(contents).map((resource) => ({ type: 'resource', resource })) };
}

const messageSchema = z.object({ role: z.enum(['user', 'assistant']), content: z.unknown() });

/** The answer to `prompts/get`, as the result of a tool; undefined for any other value. */
export function promptResult(raw: { readonly [name: string]: unknown }): unknown {
  const { messages } = raw;
  if (!Array.isArray(messages)) return undefined;
  const content = toList(messages).flatMap((each): readonly unknown[] => {
    const read = messageSchema.safeParse(each);
    if (!read.success) return [undefined];
    const { role, content: part } = read.data;
    return role === 'user' ? [part] : [{ type: 'text', text: 'Example of an answer:' }, part];
  });
  return { content };
}

function isPlain(text: string): boolean {
  return plainLine(text, maxUri) === text;
}

function plainLine(text: string, max: number): string {
  return plainText(text, max).replace(/\s+/g, ' ').trim();
}
