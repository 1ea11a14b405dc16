import { isMetacharacter } from './scan-word';
import type { Source } from './source';

/** The words that bash reads as syntax where a command may begin. */
const reservedWords = new Set([
  '!',
  '[[',
  '{',
  '}',
  'case',
  'coproc',
  'do',
  'done',
  'elif',
  'else',
  'esac',
  'fi',
  'for',
  'function',
  'if',
  'in',
  'select',
  'then',
  'time',
  'until',
  'while',
]);

const longest = 'function'.length;

/** The reserved word that is next, unquoted and whole; else empty. */
export function reservedAt(source: Source): string {
  let word = '';
  while (word.length <= longest && !isMetacharacter(source.at(word.length))) {
    word += source.at(word.length);
  }
  return reservedWords.has(word) ? word : '';
}

export function takeReserved(source: Source, word: string): boolean {
  if (reservedAt(source) !== word) return false;
  source.take(word.length);
  return true;
}
