import assert from 'node:assert/strict';
import type { Options } from '../../../../../src/core/shell/programs/program-table';
import { readOptions } from '../../../../../src/core/shell/programs/read-options';
import { wordsOf } from '../../../fakes/described-command';

const options: Options = {
  '-o --output': { value: 'write', hazard: 'writes' },
  '--output-format': { value: 'text' },
  '--compress-program': { value: 'text', hazard: 'runs' },
  '-k --key': { value: 'text' },
  '-e': { value: 'text', isPattern: true },
  '-i': { value: 'glued' },
  '-r --reverse': {},
  '-m': { value: 'text', ends: true },
  '--arg': { value: 'text', values: 2 },
};

const usual = { options, singleDash: false, endsAtOperand: false, bundlesFirst: false };

function read(line: string, style: Partial<typeof usual> = {}) {
  const { options: used, operands, endedAt } = readOptions(wordsOf(line), { ...usual, ...style });
  return {
    used: used.map(({ name, value }) => (value === undefined ? name : `${name}=${value.text}`)),
    operands: operands.map(({ text }) => text),
    endedAt,
  };
}

describe('options (decision shell-hazards)', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['-o x f', ['-o=x'], ['f']],
    ['-ox f', ['-o=x'], ['f']],
    ['-o=x f', ['-o=x'], ['f']],
    ['-rox f', ['-r', '-o=x'], ['f']],
    ['-ro x f', ['-r', '-o=x'], ['f']],
    ['--output x f', ['--output=x'], ['f']],
    ['--output=x f', ['--output=x'], ['f']],
    ['--co=x f', ['--compress-program=x', '--co=x'], ['f']],
    ['--compress_program=x f', ['--compress-program=x', '--compress_program=x'], ['f']],
    ['--outp x f', ['--output=x', '--output-format=x', '--outp=x'], ['f']],
    ['--output-f x f', ['--output-format=x', '--output-f=x'], ['f']],
    ['-i f', ['-i'], ['f']],
    ['-i.bak f', ['-i=.bak'], ['f']],
    ['--arg a b f', ['--arg=b'], ['f']],
    ['f -o x', ['-o=x'], ['f']],
    ['-z f', ['-z'], ['f']],
    ['- f', [], ['-', 'f']],
    ['-m x -o y', ['-m=x'], ['-o', 'y']],
    ['-k -o x', ['-o', '-k=-o'], ['x']],
    ['-e -o x', ['-e=-o'], ['x']],
    ['-r -- -o x', ['-r'], ['-o', 'x']],
    ['-k -- -o x', ['-k=--', '-o=x'], []],
    ['--weird -- -o x', ['--weird', '-o'], ['-o', 'x']],
    ['--weird=1 -- -o x', ['--weird=1'], ['-o', 'x']],
  ];
  for (const [line, used, operands] of rows) {
    it(`${line}: ${[...used, ...operands].join(' ')}`, () => {
      const found = read(line);
      assert.deepEqual([found.used, found.operands], [used, operands]);
    });
  }

  it('end at the first operand for programs that run a script', () => {
    assert.deepEqual(read('-r x -o y', { endsAtOperand: true }).operands, ['x', '-o', 'y']);
  });

  it('are whole words behind one dash for some programs', () => {
    const style = {
      singleDash: true,
      options: { '-exec': { value: 'text', hazard: 'runs' } },
    } as const;
    assert.deepEqual(read('-exec x f', style).used, ['-exec=x']);
    assert.deepEqual(read('--exec=x f', style).used, ['-exec=x']);
  });

  it('may come as a bundle without a dash, whose values follow in order', () => {
    assert.deepEqual(read('rok x y f', { bundlesFirst: true }).used, ['-r', '-o=x', '-k=y']);
  });

  it('say how many operands stood before the end', () => {
    assert.equal(read('a -- b').endedAt, 1);
    assert.equal(read('a b').endedAt, undefined);
  });
});
