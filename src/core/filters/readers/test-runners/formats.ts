import type { testFormats } from '../../../contracts/filter-rule';
import { cargo } from './cargo';
import { go } from './go';
import { jest, vitest } from './jest-and-vitest';
import { mocha } from './mocha';
import { node, tap } from './node-and-tap';
import { pytest } from './pytest';
import type { TestFormat } from './test-format';

type FormatName = (typeof testFormats)[number];

/** The output format of each runner; those whose lines another format could match come first. */
const formats: Readonly<Record<Exclude<FormatName, 'auto'>, TestFormat>> = {
  cargo,
  pytest,
  go,
  jest,
  vitest,
  node,
  mocha,
  tap,
};
const all = Object.values(formats);

/** With this number of possible lines, an output is taken to be of a runner. */
const suggestionsNeeded = 8;

/** Finds the runner that printed the lines. */
export interface FormatSearch {
  /** Takes line by line; returns the format once it is found. */
  read(line: string): TestFormat | undefined;
}

/** With `auto` any format is sought, otherwise whether the output is of the named one at all. */
export function createFormatSearch(name: FormatName): FormatSearch {
  const suggested = new Map<TestFormat, number>();
  let named = name === 'auto' ? undefined : formats[name];
  const suggest = (format: TestFormat, line: string): boolean => {
    if (format.suggests?.(line) !== true) return false;
    const count = (suggested.get(format) ?? 0) + 1;
    suggested.set(format, count);
    return named !== undefined || count >= suggestionsNeeded;
  };
  return {
    read: (line) => {
      named ??= all.find((format) => format.opens?.(line) === true);
      const sought = named === undefined ? all : [named];
      return sought.find((format) => format.recognizes(line) || suggest(format, line));
    },
  };
}
