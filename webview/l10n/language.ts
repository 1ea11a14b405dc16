import type { ComponentChildren } from 'preact';
import { fill, type Values } from './message';

type Bundle = Readonly<Record<string, string>>;

/** Of a text alone: a number is written as the language does, a string as it is. */
type Simple = string | number;

type Named<Value> = Readonly<Record<string, Value>>;

interface Texts<English extends Bundle> {
  /** A text of the page. */
  readonly t: <Key extends keyof English>(
    key: Key,
    ...values: Values<English[Key], Simple>
  ) => string;
  /** The same with elements as values, as the children of an element. */
  readonly rich: <Key extends keyof English>(
    key: Key,
    ...values: Values<English[Key], ComponentChildren>
  ) => readonly ComponentChildren[];
}

/**
 * The texts of a language: those of the bundle, and the English one for each key that it lacks.
 */
export function textsIn<English extends Bundle>(
  english: English,
  language: string,
  translated: Bundle = {},
): Texts<English> {
  const forms = {
    number: new Intl.NumberFormat(language),
    plural: new Intl.PluralRules(language),
  };
  const filled = <Value>(key: keyof English, [values = {}]: readonly Named<Value>[]) =>
    fill<Value>(translated[String(key)] ?? english[key] ?? '', values, forms);
  return {
    t: (key, ...values) => filled<Simple>(key, values).join(''),
    rich: (key, ...values) => filled<ComponentChildren>(key, values),
  };
}

/** Language of the page's texts; tests have no page. */
export const language =
  (typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en';

/** The script of the language sets them before this one runs; English has none. */
function pageBundle(): Bundle | undefined {
  const found: unknown = Reflect.get(globalThis, 'gatehouseTexts');
  return isBundle(found) ? found : undefined;
}

/** Our own file sets it. */
function isBundle(value: unknown): value is Bundle {
  return typeof value === 'object' && value !== null;
}

/** The texts of this page, which come from a part of the table. */
export function textsOfPage<English extends Bundle>(english: English): Texts<English> {
  return textsIn(english, language, pageBundle());
}
