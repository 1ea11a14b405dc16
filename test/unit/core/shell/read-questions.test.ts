import assert from 'node:assert/strict';
import { readQuestion, type ReadQuestion } from '../../../../src/core/shell/read-questions';

type Case = readonly [command: string, answered: number | undefined, ReadQuestion | undefined];

const asks = (prompt: string, isSilent = false): ReadQuestion => ({ prompt, isSilent });
const silent: ReadQuestion = { isSilent: true };
const something: ReadQuestion = { isSilent: false };

const cases: readonly Case[] = [
  ['read -p "Continue? [y/N] " answer', 0, asks('Continue? [y/N] ')],
  ["read -rp 'Name: ' name", 0, asks('Name: ')],
  ['read -rp"Name: " name', 0, asks('Name: ')],
  ['IFS= read -r -p "Name: " name', 0, asks('Name: ')],
  ['read -t 60 -n 1 -p "Go? " x', 0, asks('Go? ')],
  ['builtin read -p "A: " x', 0, asks('A: ')],
  ['read -p "Deploy to $TARGET? " x', 0, asks('Deploy to $TARGET? ')],
  ['read -rsp "Password: " word', 0, asks('Password: ', true)],
  ['printf "Password: "; read -rs word', 0, silent],
  ['echo Name; read name', 0, something],
  // In the order in which they run.
  ['read -p "A: " a; read -p "B: " b', 0, asks('A: ')],
  ['read -p "A: " a; read -p "B: " b', 1, asks('B: ')],
  ['read -p "A: " a && read -sp "B: " b', 1, asks('B: ', true)],
  ['read -p "A: " a; read -p "B: " b', undefined, something],
  ['read -p "A: " a; read -sp "B: " b', undefined, silent],
  ['{ read -p "A: " a; read -p "B: " b; }', 1, asks('B: ')],
  ['read -p "A: " a; read -p "B: " b', 2, undefined],
  // Which of them runs is not known.
  ['if test -f x; then read -p "A: " a; else read -p "B: " b; fi', 0, something],
  ['test -f x || read -p "A: " a', 0, asks('A: ')],
  ['test -f x && read -p "A: " a; read -p "B: " b', 0, something],
  ['if read -p "A: " a; then read -p "B: " b; fi', 0, asks('A: ')],
  ['if read -p "A: " a; then read -p "B: " b; fi', 1, asks('B: ')],
  ['until [ "$x" = y ]; do read -p "Type y: " x; done', 3, asks('Type y: ')],
  ['case $1 in a) read -p "A: " a;; esac', 0, asks('A: ')],
  ['ask() { read -p "$1" x; }; ask "Name: "', 0, asks('$1')],
  ['mapfile lines; read -p "A: " a', 0, something],
  // Another process, or another input.
  ['cat', 0, undefined],
  ['(read -p "A: " a)', 0, undefined],
  ['echo y | read -p "A: " a', 0, undefined],
  ['read -p "A: " a < file', 0, undefined],
  ['while read -r line; do echo; done < file; read -p "A: " a', 0, asks('A: ')],
  ['read -u 3 -p "A: " a', 0, undefined],
  ['read -p "A: " a <<< yes', 0, undefined],
  ['bash -c "read -p A: a"', 0, undefined],
  ['read -p', 0, asks('')],
];

describe('what a shell asks that waits for a line', () => {
  for (const [command, answered, expected] of cases) {
    it(`${command} after ${String(answered)}`, () =>
      assert.deepEqual(readQuestion(command, answered), expected));
  }
});
