import { isObject } from '../contracts/json';

/** Shorter values are words that any output may hold. */
const secretLength = 8;

/** What the user gave a server in secret: the values, and their words, such as that after `Bearer`. */
export function secretWords(values: readonly string[]): readonly string[] {
  const words = values.flatMap((value) => [value, ...value.split(/\s+/)]);
  return [...new Set(words)]
    .filter(({ length }) => length >= secretLength)
    .sort((one, other) => other.length - one.length);
}

/** A text without confidential values. */
export function withoutSecrets(text: string, confidential: readonly string[]): string {
  return confidential.reduce((clean, secret) => clean.replaceAll(secret, '[REDACTED:mcp]'), text);
}

/** A parsed value of a server without confidential ones, in whatever text they are (003-mcp-9). */
export function valueWithoutSecrets(value: unknown, confidential: readonly string[]): unknown {
  if (typeof value === 'string') return withoutSecrets(value, confidential);
  if (Array.isArray(value)) {
    return value.map((each: unknown) => valueWithoutSecrets(each, confidential));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      withoutSecrets(name, confidential),
      valueWithoutSecrets(each, confidential),
    ]),
  );
}
