import * as z from 'zod';
import type { Json, JsonObject } from './tool-spec';

const forbiddenKeywords: ReadonlySet<string> = new Set([
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  '$ref',
  'definitions',
  '$defs',
  'dependencies',
  'dependentSchemas',
  'propertyNames',
]);

const maxDepth = 6;

/**
 * Compiles a tool's zod input to the draft-07 subset that every provider takes (001 inv. 10, 13).
 * Throws for a schema outside the subset or with a `connectionId` (001 inv. 26a): both are bugs.
 */
export function compileToolSchema(tool: string, input: z.ZodObject): JsonObject {
  const compiled: unknown = z.toJSONSchema(input, {
    target: 'draft-07',
    io: 'input',
    unrepresentable: 'throw',
  });
  const schema = jsonObject(compiled, tool);
  const { $schema: _dialect, ...rest } = schema;
  if (rest.type !== 'object' || rest.additionalProperties !== false) {
    throw new Error(`Tool ${tool}: the input must be a z.strictObject.`);
  }
  checkNode(tool, rest, 'input', 0);
  return rest;
}

function jsonObject(value: unknown, tool: string): JsonObject {
  const parsed = z.record(z.string(), z.json()).safeParse(value);
  if (!parsed.success) throw new Error(`Tool ${tool}: the schema is not JSON.`);
  return parsed.data;
}

function checkNode(tool: string, node: Json, path: string, depth: number): void {
  if (depth > maxDepth * 2) throw new Error(`Tool ${tool}: ${path} is nested too deep.`);
  if (Array.isArray(node)) {
    node.forEach((item: Json, index) => {
      checkNode(tool, item, `${path}[${String(index)}]`, depth + 1);
    });
    return;
  }
  if (node === null || typeof node !== 'object') return;
  for (const [key, value] of Object.entries(node)) {
    const isProperty = path.endsWith('.properties');
    if (!isProperty && forbiddenKeywords.has(key)) {
      throw new Error(`Tool ${tool}: ${path} uses ${key}, which not every provider takes.`);
    }
    if (isProperty && /^connection_?id$/i.test(key)) {
      throw new Error(`Tool ${tool}: ${key} must not be an argument (001 inv. 26a).`);
    }
    checkNode(tool, value, `${path}.${key}`, depth + 1);
  }
}
