import { isObject, parseJson } from '../json';

const thinkPrefix = '_tafc_think';
const anyThought = new RegExp(thinkPrefix, 'i');

/** Whether an argument holds a model's thought about the call (decision 22). */
export function isThought(key: string): boolean {
  return key.slice(0, thinkPrefix.length).toLowerCase() === thinkPrefix;
}

/**
 * The JSON text of arguments without its thoughts. Of a call that has nothing else the name stays,
 * so that it is refused and not run (decision 21). A text that is no JSON ends before the first
 * thought and stays invalid.
 */
export function withoutThoughts(argsText: string): string {
  if (!anyThought.test(argsText) && !argsText.includes('\\u')) return argsText;
  const args = parseJson(argsText);
  if (!isObject(args)) return argsText.slice(0, anyThought.exec(argsText)?.index);
  const entries = Object.entries(args);
  const real = entries.filter(([key]) => !isThought(key));
  if (real.length === entries.length) return argsText;
  return JSON.stringify(real.length > 0 ? Object.fromEntries(real) : { [thinkPrefix]: '' });
}
