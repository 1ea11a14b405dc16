import * as z from 'zod';
import type { ToolSpec } from '../../core/contracts/tool-spec';
import { shortTool } from '../approvals/present';

const argsSchema = z.record(z.string(), z.unknown());
const inputSchema = z.object({
  required: z.array(z.string()).catch([]),
  properties: z.record(z.string(), z.object({ type: z.string().catch('string') })).catch({}),
});

/** What is wrong with typed arguments; undefined when they are one JSON object. */
export function argsRemark(text: string): string | undefined {
  try {
    return argsSchema.safeParse(JSON.parse(text)).success
      ? undefined
      : 'Type one JSON object: { "name": value }';
  } catch {
    // The parser's words ("Unexpected token") help less than the form that is wanted.
    return 'Not valid JSON yet: type one object, { "name": value }';
  }
}

const blanks = new Map<string, unknown>([
  ['integer', 1],
  ['number', 1],
  ['boolean', false],
  ['array', []],
  ['object', {}],
]);

/** The required arguments of a tool with empty values, to be filled in. */
export function argsTemplate(spec: ToolSpec): string {
  const parsed = inputSchema.safeParse(spec.inputSchema);
  if (!parsed.success) return '{}';
  const { required, properties } = parsed.data;
  const fields = required.map((name) => [name, blanks.get(properties[name]?.type ?? '') ?? '']);
  return JSON.stringify(Object.fromEntries(fields));
}

/** The call as the person would type it into the chat (DESIGN decision 37). */
export function toolCallText(spec: ToolSpec, args: string): string {
  return `/tool ${shortTool(spec.name)} ${args.trim()}`;
}
