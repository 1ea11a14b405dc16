import * as z from 'zod';
import { checkToolSchema } from './check-tool-schema';
import type { JsonObject } from './tool-spec';

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
  const checked = checkToolSchema(compiled, 'core');
  if (!checked.ok) throw new Error(`Tool ${tool}: ${checked.failure}`);
  return checked.value;
}
