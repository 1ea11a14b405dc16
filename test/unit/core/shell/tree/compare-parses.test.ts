import assert from 'node:assert/strict';
import { inEnglish } from '../../../../../src/core/base/sentence';
import { compareParses, type OwnParse } from '../../../../../src/core/shell/tree/compare-parses';
import { readTree } from '../../../../../src/core/shell/tree/read-tree';
import { commandNode, createFakeCursor, type FakeNode } from '../../../fakes/syntax-cursor';

function program(...children: readonly FakeNode[]): FakeNode {
  return { kind: 'program', start: 0, end: children.at(-1)?.end ?? 0, children };
}

function own(reading: Partial<OwnParse>): OwnParse {
  return { programs: new Set(), words: new Map(), blocked: new Set(), backquoted: [], ...reading };
}

/** Of `ls -la`. */
const listing = own({
  programs: new Set([0]),
  words: new Map([
    [0, 2],
    [3, 6],
  ]),
});

describe('readTree', () => {
  const read = (...children: readonly FakeNode[]): ReturnType<typeof readTree> =>
    readTree(createFakeCursor(program(...children)));

  it('collects commands with the places of their words', () => {
    const tree = read(commandNode([0, 2], [3, 6]), commandNode([8, 9]));
    assert.deepEqual(tree.commands, [
      [
        { start: 0, end: 2 },
        { start: 3, end: 6 },
      ],
      [{ start: 8, end: 9 }],
    ]);
    assert.equal(tree.doubts.size, 0);
  });

  it('leaves assignments and redirections out of the words', () => {
    const command: FakeNode = {
      ...commandNode([4, 6]),
      children: [
        { kind: 'variable_assignment', start: 0, end: 3 },
        { kind: 'command_name', start: 4, end: 6 },
        { kind: 'file_redirect', start: 7, end: 9 },
      ],
    };
    assert.deepEqual(read(command).commands, [[{ start: 4, end: 6 }]]);
  });

  it('takes only the program of a test, whose inside has a structure of its own', () => {
    const test: FakeNode = {
      kind: 'test_command',
      start: 0,
      end: 8,
      children: [
        { kind: '"["', start: 0, end: 1 },
        { kind: 'unary_expression', start: 2, end: 6 },
        { kind: '"]"', start: 7, end: 8 },
      ],
    };
    assert.deepEqual(read(test).commands, [[{ start: 0, end: 1 }]]);
  });

  for (const node of [
    { kind: 'ERROR', start: 0, end: 1 },
    { kind: 'word', start: 0, end: 0, missing: true },
  ]) {
    it(`decision shell-parse: doubts ${node.kind === 'ERROR' ? 'ERROR' : 'MISSING'} anywhere`, () => {
      assert.match(
        [...read({ ...commandNode([0, 1]), children: [node] }).doubts].map(inEnglish).join(),
        /error/,
      );
    });
  }

  it('decision shell-parse: names a kind of node that it does not know', () => {
    const doubts = [...read({ kind: 'anonymous_function', start: 0, end: 1 }).doubts];
    assert.match(doubts.map(inEnglish).join(), /not known here: anonymous_function/);
  });

  it('reads a tree of any depth', () => {
    let node = commandNode([0, 1]);
    for (let depth = 0; depth < 50_000; depth++) {
      node = { kind: 'subshell', start: 0, end: 1, children: [node] };
    }
    assert.equal(read(node).commands.length, 1);
  });
});

describe('compareReadings', () => {
  const compare = (ours: OwnParse, ...children: readonly FakeNode[]) =>
    compareParses(readTree(createFakeCursor(program(...children))), ours);

  it('has no doubt where both name the same words', () => {
    const comparison = compare(listing, commandNode([0, 2], [3, 6]));
    assert.deepEqual(comparison, { doubts: [], commands: [], substitutions: [], hereStrings: [] });
  });

  it('has no doubt where the grammar loses a word, as it does with a dash before <<', () => {
    assert.deepEqual(compare(listing, commandNode([0, 2])).doubts, []);
  });

  it('doubts a program that only the grammar finds, and hands it on', () => {
    const comparison = compare(listing, commandNode([0, 2], [3, 6]), commandNode([8, 10]));
    assert.match(comparison.doubts.map(inEnglish).join(), /more than one way/);
    assert.deepEqual(comparison.commands, [[{ start: 8, end: 10 }]]);
  });

  it('doubts a program that the grammar does not find', () => {
    assert.match(compare(listing).doubts.map(inEnglish).join(), /more than one way/);
  });

  it('doubts a word that ends elsewhere', () => {
    assert.match(
      compare(listing, commandNode([0, 2], [3, 5]))
        .doubts.map(inEnglish)
        .join(),
      /more than one way/,
    );
  });

  it('000-shell-2: what either finds of the blocklist counts', () => {
    const substitution: FakeNode = { kind: 'command_substitution', start: 3, end: 6 };
    const hereString: FakeNode = { kind: 'herestring_redirect', start: 7, end: 9 };
    const command = { ...commandNode([0, 2]), children: [commandNode([0, 2]), substitution] };
    const comparison = compare(listing, command, hereString);
    assert.deepEqual(comparison.substitutions, [{ start: 3, end: 6 }]);
    assert.deepEqual(comparison.hereStrings, [{ start: 7, end: 9 }]);
    const ours = own({ ...listing, blocked: new Set([3, 7]) });
    assert.deepEqual(compare(ours, command, hereString).substitutions, []);
    assert.deepEqual(compare(ours, command, hereString).hereStrings, []);
  });

  it('leaves what is in backquotes to the reading of their own text', () => {
    const ours = own({ ...listing, backquoted: [{ start: 3, end: 6 }], blocked: new Set([3]) });
    const comparison = compare(ours, commandNode([0, 2], [3, 6]), commandNode([4, 5]));
    assert.deepEqual(comparison.doubts, []);
  });
});
