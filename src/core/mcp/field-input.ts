import * as z from 'zod';
import { say, type Sentence } from '../base/sentence';
import { fail, succeed, type Result } from '../contracts/failure';
import { lenient } from '../contracts/schema-parts';
import { plainText } from './plain-text';

export interface FieldChoice {
  readonly value: string | boolean;
  readonly label: string;
}

const formats = ['email', 'uri', 'date', 'date-time'] as const;

/** How the user gives a value. Bounds are those of the server; its patterns are never run. */
export type FieldInput =
  | {
      readonly kind: 'text';
      readonly format?: (typeof formats)[number] | undefined;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly initial?: string | undefined;
    }
  | {
      readonly kind: 'number';
      readonly isInteger: boolean;
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly initial?: number | undefined;
    }
  | {
      readonly kind: 'one';
      readonly choices: readonly FieldChoice[];
      readonly initial?: string | boolean | undefined;
    }
  | {
      readonly kind: 'some';
      readonly choices: readonly FieldChoice[];
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly initial?: readonly string[] | undefined;
    };

const maxChoices = 200;
const maxChoice = 200;
/** Longer values are not typed. */
const maxTyped = 10_000;

const bound = lenient(z.number());
interface Texts {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

const texts = {
  title: lenient(z.string()),
  description: lenient(z.string()),
};

function field({ title, description }: Texts, input: FieldInput) {
  return { title, description, input };
}

/** A value is sent back as it is shown, so it must have nothing invisible. */
const value = z.string().refine((text) => text !== '' && plainText(text, maxChoice) === text);
const plain = z.array(value).min(1).max(maxChoices);
const titled = z
  .array(z.object({ const: value, title: z.string() }))
  .min(1)
  .max(maxChoices)
  .transform((all) => all.map((each) => choice(each.const, each.title)));

function choice(text: string, title = text): FieldChoice {
  const label = plainText(title, maxChoice).replace(/\s+/g, ' ').trim();
  return { value: text, label: label === '' || label === text ? text : `${label} (${text})` };
}

const one = z.union([
  z
    .object({ ...texts, enum: plain, enumNames: lenient(z.array(z.string())) })
    .transform(({ enum: values, enumNames = [], ...rest }) => ({
      ...{ ...rest, choices: values.map((each, at) => choice(each, enumNames[at])) },
    })),
  z.object({ ...texts, oneOf: titled }).transform(({ oneOf, ...rest }) => ({
    ...{ ...rest, choices: oneOf },
  })),
]);

const oneSchema = z
  .intersection(z.object({ type: z.literal('string'), default: lenient(z.string()) }), one)
  .transform(({ choices, default: initial, ...texts }) =>
    field(texts, { kind: 'one', choices, initial }),
  );

const someSchema = z
  .object({
    ...texts,
    type: z.literal('array'),
    items: z.union([
      z.object({ enum: plain }).transform((each) => each.enum.map((text) => choice(text))),
      z.object({ anyOf: titled }).transform((each) => each.anyOf),
    ]),
    minItems: bound,
    maxItems: bound,
    default: lenient(z.array(z.string())),
  })
  .transform(({ items: choices, minItems: min, maxItems: max, default: initial, ...texts }) =>
    field(texts, { kind: 'some', choices, min, max, initial }),
  );

const booleanSchema = z
  .object({ ...texts, type: z.literal('boolean'), default: lenient(z.boolean()) })
  .transform(({ default: initial, ...texts }) => {
    const choices = [true, false].map((each) => ({ value: each, label: String(each) }));
    return field(texts, { kind: 'one', choices, initial });
  });

const textSchema = z
  .object({
    ...texts,
    type: z.literal('string'),
    enum: z.undefined().optional(),
    oneOf: z.undefined().optional(),
    format: lenient(z.enum(formats)),
    minLength: bound,
    maxLength: bound,
    default: lenient(value),
  })
  .transform(({ format, minLength: min, maxLength: max, default: initial, ...texts }) =>
    field(texts, { kind: 'text', format, min, max, initial }),
  );

const numberSchema = z
  .object({
    ...texts,
    type: z.enum(['number', 'integer']),
    minimum: bound,
    maximum: bound,
    default: bound,
  })
  .transform(({ type, minimum: min, maximum: max, default: initial, ...texts }) =>
    field(texts, { kind: 'number', isInteger: type === 'integer', min, max, initial }),
  );

/** The flat fields that the protocol allows in a form. */
export const fieldSchema = z.union([
  oneSchema,
  textSchema,
  numberSchema,
  booleanSchema,
  someSchema,
]);

/** What there is to choose from; undefined where the user types. */
export function choicesOf(input: FieldInput): readonly FieldChoice[] | undefined {
  return 'choices' in input ? input.choices : undefined;
}

/** The value of what was typed, or why it is none. */
export function typedValue(
  input: Extract<FieldInput, { readonly kind: 'text' | 'number' }>,
  typed: string,
): Result<string | number, Sentence> {
  return input.kind === 'text' ? typedText(input, typed) : typedNumber(input, typed.trim());
}

function typedText(
  { format, min = 0, max = maxTyped }: Extract<FieldInput, { readonly kind: 'text' }>,
  typed: string,
): Result<string, Sentence> {
  const length = Array.from(typed).length;
  const most = Math.min(max, maxTyped);
  if (length < min) return fail(say`Type at least ${min} characters.`);
  if (length > most) return fail(say`Type at most ${most} characters.`);
  if (format === undefined || isOfFormat[format](typed)) return succeed(typed);
  return fail(formatText[format]);
}

const isOfFormat: Readonly<Record<(typeof formats)[number], (text: string) => boolean>> = {
  email: (text) => text.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text),
  date: isDate,
  'date-time': (text) =>
    isDate(text.slice(0, 10)) &&
    /^T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(text.slice(10)) &&
    !Number.isNaN(Date.parse(text)),
};

const formatText: Readonly<Record<(typeof formats)[number], Sentence>> = {
  email: say`Type an email address, such as name@example.com.`,
  uri: say`Type a whole address, such as https://example.com/page.`,
  date: say`Type a date, such as 2026-01-31.`,
  'date-time': say`Type a date and time, such as 2026-01-31T18:30:00Z.`,
};

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  // The parser takes 30 February for 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function typedNumber(
  { isInteger, min, max }: Extract<FieldInput, { readonly kind: 'number' }>,
  typed: string,
): Result<number, Sentence> {
  const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(typed) ? Number(typed) : NaN;
  if (!Number.isFinite(number)) return fail(say`Type a number.`);
  if (isInteger && !Number.isSafeInteger(number)) return fail(say`Type a whole number.`);
  if (min !== undefined && number < min) return fail(say`Type a number of at least ${min}.`);
  if (max !== undefined && number > max) return fail(say`Type a number of at most ${max}.`);
  return succeed(number);
}

/** Why so many values may not be chosen. */
export function chosenFault(
  { min = 0, max = Infinity }: Extract<FieldInput, { readonly kind: 'some' }>,
  count: number,
): Sentence | undefined {
  if (count < min) return say`Choose at least ${min}.`;
  return count > max ? say`Choose at most ${max}.` : undefined;
}
