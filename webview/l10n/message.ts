/**
 * A text with placeholders: `{name}`, and for a number `{count, plural, one {# file} other {# files}}`
 * with the forms of the language, in which `#` is the number. A form has a `#` or a blank in it.
 */
type Opened<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Rest | Opened<Rest>
  : never;

type PluralName<Rest extends string> = Rest extends `${infer Name}, plural, ${string}`
  ? Name extends `${string}}${string}`
    ? never
    : Name
  : never;

type PlainName<Rest extends string> = Rest extends `${infer Name}}${string}`
  ? Name extends `${string}${' ' | ',' | '#'}${string}`
    ? never
    : Name
  : never;

type ValuesOf<Text extends string, Value> = {
  readonly [Name in PluralName<Opened<Text>>]: number;
} & { readonly [Name in PlainName<Opened<Text>>]: Value };

/** The values that a text needs; none for a text without placeholders. */
export type Values<Text extends string, Value> = Text extends string
  ? Opened<Text> extends never
    ? []
    : [values: ValuesOf<Text, Value>]
  : never;

const placeholder = /\{(\w+)(?:, plural, ((?:\w+ \{[^{}]*\} ?)+))?\}/g;

/** How a language writes numbers and chooses plural forms. */
export interface NumberForms {
  readonly number: Intl.NumberFormat;
  readonly plural: Intl.PluralRules;
}

/** A text in pieces, its values in their places; numbers in the form of the language. */
export function fill<Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
  { number, plural }: NumberForms,
): (string | Value)[] {
  const pieces: (string | Value)[] = [];
  let at = 0;
  for (const { 0: whole, 1: name = '', 2: forms, index } of text.matchAll(placeholder)) {
    const value = values[name];
    if (index > at) pieces.push(text.slice(at, index));
    if (typeof value === 'number') {
      const shown = number.format(value);
      pieces.push(forms ? form(forms, plural.select(value)).replaceAll('#', shown) : shown);
    } else pieces.push(value ?? whole);
    at = index + whole.length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

/** Each language has the form `other`. */
function form(forms: string, category: string): string {
  let other = '';
  for (const [, name, text = ''] of forms.matchAll(/(\w+) \{([^{}]*)\}/g)) {
    if (name === category) return text;
    if (name === 'other') other = text;
  }
  return other;
}

/** Name of each placeholder of a text, with the plural forms that it gives. */
export function placeholders(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...text.matchAll(placeholder)].map(([, name = '', forms = '']) => [
      name,
      [...forms.matchAll(/(\w+) \{/g)].map(([, category = '']) => category),
    ]),
  );
}
