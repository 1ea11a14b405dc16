import * as z from 'zod';
import { isObject, parseJson, toList } from '../../../core/contracts/json';
import { allOptional, anyObject } from '../../../core/contracts/schema-parts';
import { type ToolSpec, shortToolName } from '../../../core/contracts/tool-spec';
import { t } from '../../window/language';

/** The error in typed arguments; undefined when they are one JSON object. */
export function argsProblem(text: string): string | undefined {
  const json = parseJson(text);
  // The parser's own words ("Unexpected token") help less than the expected form.
  if (json === undefined) return t('Not valid JSON yet: type one object, { "name": value }');
  return isObject(json) ? undefined : t('Type one JSON object: { "name": value }');
}

const blanks = new Map<string, unknown>([
  ['integer', 1],
  ['number', 1],
  ['boolean', false],
  ['array', []],
  ['object', {}],
]);

const typeSchema = allOptional({ type: z.string().catch('string') });
const argsSchema = allOptional({
  required: z.transform(toList),
  properties: anyObject
    .catch({})
    .transform((all) => new Map<unknown, unknown>(Object.entries(all))),
});

/** The required arguments of a tool with empty values, to be filled in. */
export function argsTemplate({ inputSchema }: ToolSpec): string {
  const { required, properties } = argsSchema.parse(inputSchema);
  const fields = required
    .filter((name) => typeof name === 'string')
    .map((name) => [name, blanks.get(typeSchema.parse(properties.get(name)).type) ?? '']);
  return JSON.stringify(Object.fromEntries(fields));
}

/** True when a command alone is a call of the tool. */
export function needsOnlyCommand({ inputSchema }: ToolSpec): boolean {
  const { required } = argsSchema.parse(inputSchema);
  return required.length === 1 && required[0] === 'command';
}

/** The call as the user would type it into the chat (decision 37). */
export function toolCallText(spec: ToolSpec, args: string): string {
  return `/tool ${shortToolName(spec.name)} ${args.trim()}`;
}
