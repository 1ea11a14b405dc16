import { inEnglish, isSentence, type Shown } from '../../../src/core/base/sentence';
import { isObject } from '../../../src/core/contracts/json';

/** Data with its sentences in English, to compare. */
export function told<T>(data: T): Shown<T>;
export function told(data: unknown): unknown {
  if (isSentence(data)) return inEnglish(data);
  if (Array.isArray(data)) return data.map((each: unknown) => told(each));
  if (!isObject(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, told(value)]));
}
