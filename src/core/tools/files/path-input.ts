import * as z from 'zod';

/** An argument that names a path; `what` describes it to the model, and `more` ends the text. */
export function pathInput(what: string, more = ''): z.ZodString {
  const text = `${what}: relative to the workspace folder, or absolute inside it. ${more}`;
  return z.string().min(1).describe(text.trim());
}
