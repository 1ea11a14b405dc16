import * as z from 'zod';
import { namesSecret } from '../base/asks-secret';
import { credentialIn } from '../base/redact/values/credential-names';
import { say, type Sentence } from '../base/sentence';
import { fail, succeed, type Result } from '../contracts/failure';
import { lenient } from '../contracts/schema-parts';
import { choicesOf, fieldSchema, type FieldInput } from './field-input';
import { plainText } from './plain-text';

/** One value that a server asks for. Its texts are the server's, without invisible characters. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly input: FieldInput;
}

/** What a server asks the user; all that is shown of it is bounded. */
export type Question =
  | { readonly kind: 'form'; readonly message: string; readonly fields: readonly FormField[] }
  | {
      readonly kind: 'url';
      readonly message: string;
      /** The whole address, as it is opened. */
      readonly url: string;
      /** In ASCII, so that letters that look alike show. */
      readonly host: string;
    };

const maxMessage = 1000;
const maxDescription = 300;
const maxName = 80;
const maxFields = 20;
/** A longer address cannot be shown whole. */
const maxUrl = 1000;

const formSchema = z.object({
  mode: z.literal('form').optional(),
  message: z.string(),
  requestedSchema: z.object({
    type: z.literal('object'),
    properties: z.record(z.string(), z.unknown()),
    required: lenient(z.array(z.string())),
  }),
});
const urlSchema = z.object({ mode: z.literal('url'), message: z.string(), url: z.string() });

/** Says why an address is not opened; undefined for one that is. */
export type RefuseUrl = (url: string) => Sentence | undefined;

/**
 * The question of a server, if the protocol allows it and the user can judge it (003-mcp-7): never a
 * form into which a secret would be typed, and never an address that is not public.
 */
export function readQuestion(params: unknown, refuseUrl: RefuseUrl): Result<Question, Sentence> {
  const link = urlSchema.safeParse(params);
  if (link.success) return readLink(link.data, refuseUrl);
  const form = formSchema.safeParse(params);
  if (!form.success) return fail(say`The protocol has no such question.`);
  const { message, requestedSchema } = form.data;
  const { properties, required = [] } = requestedSchema;
  const named = Object.entries(properties);
  if (named.length > maxFields) {
    return fail(say`It asks for more than ${maxFields} values at once.`);
  }
  const fields: FormField[] = [];
  for (const [name, schema] of named) {
    const field = readField(name, schema, required.includes(name));
    if (field === undefined) {
      return fail(say`The protocol has no form with a field such as "${oneLine(name, maxName)}".`);
    }
    fields.push(field);
  }
  const secret = fields.find((field) => asksForSecret(field, message));
  if (secret !== undefined) {
    const why = say`Its field "${secret.title}" seems to ask for a password, key, token or other secret. A server must not ask for secrets in a form.`;
    return fail(why);
  }
  return succeed({ kind: 'form', message: plainText(message, maxMessage), fields });
}

function readLink(
  { url, message }: z.infer<typeof urlSchema>,
  refuseUrl: RefuseUrl,
): Result<Question, Sentence> {
  const refused = refuseUrl(url);
  if (refused !== undefined) return fail(refused);
  const { href, host } = new URL(url);
  if (href.length > maxUrl) {
    return fail(say`The address is longer than ${maxUrl} characters, so it cannot be shown whole.`);
  }
  return succeed({ kind: 'url', message: plainText(message, maxMessage), url: href, host });
}

function readField(name: string, schema: unknown, isRequired: boolean): FormField | undefined {
  const read = fieldSchema.safeParse(schema);
  // What is sent back has this name, so it must be one that can be shown.
  if (!read.success || name === '' || oneLine(name, maxName) !== name) return undefined;
  const { title = name, description = '' } = read.data;
  return {
    name,
    title: oneLine(title, maxName).trim() || name,
    description: oneLine(description, maxDescription),
    isRequired,
    input: read.data.input,
  };
}

function oneLine(text: string, max: number): string {
  return plainText(text, max).replace(/\s+/g, ' ');
}

/** Only where the user types: a choice among given values gives no secret away. */
function asksForSecret({ name, title, description, input }: FormField, message: string): boolean {
  if (choicesOf(input) !== undefined) return false;
  // `apiKey` and `access_token` are words, too.
  const words = name.replace(/[_.-]+/g, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return (
    credentialIn(name, false) !== undefined ||
    [words, title, description, plainText(message, maxMessage)].some(namesSecret)
  );
}
