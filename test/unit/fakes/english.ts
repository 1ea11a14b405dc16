import { inEnglish, isSentence } from '../../../src/core/base/sentence';
import { isObject } from '../../../src/core/contracts/json';

/** The same value with each of its sentences in English. */
export function english(value: unknown): unknown {
  if (isSentence(value)) return inEnglish(value);
  if (Array.isArray(value)) return value.map(english);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, english(each)]));
}
