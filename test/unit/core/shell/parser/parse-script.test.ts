import assert from 'node:assert/strict';
import { inEnglish } from '../../../../../src/core/base/sentence';
import fc from 'fast-check';
import { parseScript } from '../../../../../src/core/shell/parser/parse-script';
import type {
  CommandNode,
  Substitution,
  Script,
  Tail,
} from '../../../../../src/core/shell/parser/ast';

/** A script as text: every word in brackets, so that a test can show a structure in one line. */
function show(script: Script): string {
  return script.items
    .map((item) => {
      const steps = item.steps.map(({ operator, pipeline }) => {
        const commands = pipeline.commands.map((each) => showCommand(each, script));
        const text = `${pipeline.negated ? '! ' : ''}${commands.join(' | ')}`;
        return operator === '' ? text : ` ${operator} ${text}`;
      });
      return `${steps.join('')}${item.background ? ' &' : ''}`;
    })
    .join('; ');
}

function showCommand(node: CommandNode, script: Script): string {
  const word = (span: { start: number; end: number }): string =>
    `[${script.text.slice(span.start, span.end)}]`;
  const tail = showTail(node.tail, word);
  switch (node.kind) {
    case 'simple': {
      const inner = [...node.assignments, ...node.words].flatMap((each) => each.inner);
      const words = [...node.assignments.map((each) => `=${word(each)}`), ...node.words.map(word)];
      return words.join('') + showInner(inner) + tail;
    }
    case 'group':
    case 'subshell':
    case 'function':
      return `${node.kind}(${show(node.body)})${tail}`;
    case 'if': {
      const arms = node.arms.map(({ condition, body }) => `${show(condition)} ? ${show(body)}`);
      const otherwise = node.otherwise === undefined ? [] : [show(node.otherwise)];
      return `if(${[...arms, ...otherwise].join(' : ')})${tail}`;
    }
    case 'loop': {
      const condition = node.condition === undefined ? '' : `${show(node.condition)} ? `;
      return `loop(${condition}${show(node.body)})${showInner(node.inner)}${tail}`;
    }
    case 'case': {
      const arms = node.arms.map(
        ({ body, fallsThrough }) => show(body) + (fallsThrough ? '↓' : ''),
      );
      return `case(${arms.join(' : ')})${showInner(node.inner)}${tail}`;
    }
    case 'arithmetic':
      return `arithmetic${showInner(node.inner)}${tail}`;
  }
}

function showInner(inner: readonly Substitution[]): string {
  return inner.map(({ kind, script }) => `<${kind} ${show(script)}>`).join('');
}

function showTail(tail: Tail, word: (span: { start: number; end: number }) => string): string {
  const redirects = tail.redirects.map(
    ({ operator, target }) => ` ${operator}${word(target)}${showInner(target.inner)}`,
  );
  const documents = tail.documents.map(
    ({ body, quoted, inner }) =>
      ` <<${quoted ? 'quoted' : ''}${JSON.stringify(body)}${showInner(inner)}`,
  );
  const strings = tail.hereStrings.map(
    (each) => ` <<<${word(each.word)}${showInner(each.word.inner)}`,
  );
  return [...redirects, ...documents, ...strings].join('');
}

describe('parseScript', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['a b c', '[a][b][c]'],
    ['a;b\nc', '[a]; [b]; [c]'],
    ['a && b || c', '[a] && [b] || [c]'],
    ['a | b |& c && d', '[a] | [b] | [c] && [d]'],
    ['a & b', '[a] &; [b]'],
    ['a &&\nb |\n# c\nd', '[a] && [b] | [d]'],
    ['! a | b', '! [a] | [b]'],
    ['a # b; c\nd', '[a]; [d]'],
    ['a b#c', '[a][b#c]'],
    ['x=1 y="a b" a z=2', '=[x=1]=[y="a b"][a][z=2]'],
    ['x[1 + 2]+=3', '=[x[1 + 2]+=3]'],
    ['a >f 2>&1 b', '[a][b] >[f] >&[1]'],
    ['a 2>&-b', '[a][b] >&[-]'],
    ['a &>>f <>g >|h', '[a] &>>[f] <>[g] >|[h]'],
    ['>f', ' >[f]'],
    ['(a; b) >f', 'subshell([a]; [b]) >[f]'],
    ['((a) )', 'subshell(subshell([a]))'],
    ['{ a; b; } 2>f', 'group([a]; [b]) >[f]'],
    ['{a', '[{a]'],
    ['if a; then b; elif c; then d; else e; fi', 'if([a] ? [b] : [c] ? [d] : [e])'],
    ['while a; do b; done <f', 'loop([a] ? [b]) <[f]'],
    ['until a\ndo b\ndone', 'loop([a] ? [b])'],
    ['for i in a b; do c; done', 'loop([c])'],
    ['for i; do c; done', 'loop([c])'],
    ['for i in $(x); do c; done', 'loop([c])<command [x]>'],
    ['for i in a; { b; }', 'loop([b])'],
    ['case x in a|b) c;; (d) e;& *) f; esac', 'case([c] : [e]↓ : [f])'],
    ['case $(x) in `y`) z;;& esac', 'case([z]↓)<command [x]><command [y]>'],
    ['case a in esac', 'case()'],
    ['[[ -f a && ( b == c* ) ]] && d', '[[[][-f][a][&&][(][b][==][c*][)][]]] && [d]'],
    ['[ -f a ] && d', '[[][-f][a][]] && [d]'],
    ['time -p a b', '[time][-p][a][b]'],
    ['time (a)', 'subshell([a])'],
    ['time x=1 a', '=[x=1][time][a]'],
    ['coproc a b', '[coproc][a][b]'],
    ['coproc >f x=1 a', '=[x=1][coproc][a] >[f]'],
    ['coproc N { a; }', 'group([a])'],
    ['echo if then', '[echo][if][then]'],
    ["a 'b;c' \"d|e\" f\\;g $'h\\'i'", "[a]['b;c'][\"d|e\"][f\\;g][$'h\\'i']"],
    [
      'a $(b | c) "$(d)" `e`',
      '[a][$(b | c)]["$(d)"][`e`]<command [b] | [c]><command [d]><command [e]>',
    ],
    ['a `b \\`c\\``', '[a][`b \\`c\\``]<command [b][`c`]<command [c]>>'],
    ['a $(case x in x) b;; esac)', '[a][$(case x in x) b;; esac)]<command case([b])>'],
    ['a <(b) >(c)', '[a][<(b)][>(c)]<process [b]><process [c]>'],
    ['a b<(c)d', '[a][b<(c)d]<process [c]>'],
    ['a ${x:-$(b)}', '[a][${x:-$(b)}]<command [b]>'],
    ["a ${x:-'$(b)'}", "[a][${x:-'$(b)'}]"],
    ['a "${x:-"$(b)"}"', '[a]["${x:-"$(b)"}"]<command [b]>'],
    ['a ${ b; }', '[a][${ b; }]<command [b]>'],
    ['a $((1 + $(b)))', '[a][$((1 + $(b)))]<command [b]>'],
    ['a $((b) | (c))', '[a][$((b) | (c))]<command subshell([b]) | subshell([c])>'],
    ['a $[ $(b) ]', '[a][$[ $(b) ]]<command [b]>'],
    ["a '$(b)' \\$\\(", "[a]['$(b)'][\\$\\(]"],
    ['x=$(b)', '=[x=$(b)]<command [b]>'],
    ['x[$(b)]=1', '=[x[$(b)]=1]<command [b]>'],
    ['x=(a $(b) # c\n<(d))', '=[x=(a $(b) # c\n<(d))]<command [b]><process [d]>'],
    ['a >$(b)', '[a] >[$(b)]<command [b]>'],
    ['a <<<"$(b)"', '[a] <<<["$(b)"]<command [b]>'],
    ['((x = $(b)))', 'arithmetic<command [b]>'],
    ['for ((i = $(a); ; )); do b; done', 'loop([b])<command [a]>'],
    ['a <<E\nb $(c) `d` $e\nE\nf', '[a] <<"b $(c) `d` $e\\n"<command [c]><command [d]>; [f]'],
    ["a <<'E'\nb $(c)\nE\nf", '[a] <<quoted"b $(c)\\n"; [f]'],
    ['a <<\\E\n$(c)\nE', '[a] <<quoted"$(c)\\n"'],
    ['a <<E"F"\n$(c)\nEF', '[a] <<quoted"$(c)\\n"'],
    ['a <<-E\n\tb\n\t\tE\nf', '[a] <<"b\\n"; [f]'],
    ['a <<E\n E\nE x\nE', '[a] <<" E\\nE x\\n"'],
    ['a <<E <<F\nb\nE\nc\nF\nd', '[a] <<"b\\n" <<"c\\n"; [d]'],
    ['a <<E && b | c\nx\nE\nd', '[a] <<"x\\n" && [b] | [c]; [d]'],
    ['a <<E\n\\$(b)\nE', '[a] <<"\\\\$(b)\\n"'],
    ['(a <<E\nb\nE\n)', 'subshell([a] <<"b\\n")'],
    ['a $(b <<E\nc\nE\n)', '[a][$(b <<E\nc\nE\n)]<command [b] <<"c\\n">'],
    ['f() { a; }', 'function(group([a]))'],
    ['function f() ( a )', 'function(subshell([a]))'],
    ['{v}>f a', '[a] >[f]'],
  ];
  for (const [text, expected] of rows) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.equal(show(parseScript(text).script), expected);
    });
  }

  const doubted: readonly (readonly [string, RegExp])[] = [
    ["a 'b", /complete: ' is missing/],
    ['a "b', /complete: " is missing/],
    ['a `b', /complete: ` is missing/],
    ['a $(b', /complete: \) is missing/],
    ['a ${b', /complete: } is missing/],
    ['a (b)', /There is a parenthesis in the middle/],
    ['a; )', /"\)" stands where a command should/],
    ['(a) b', /follows the end of a command/],
    ['a &&', /a command is missing/],
    ['| a', /a command is missing/],
    ['a ;; b', /";"/],
    ['if a; then b', /"fi" is missing/],
    ['while a; do b', /"done" is missing/],
    ['{ a', /"}" is missing/],
    ['then a', /"then" stands where a command should/],
    ['a >', /what ">" stands for is missing/],
    ['[[ a', /\]\] is missing/],
    ['case a b', /"in" is missing/],
    ['a <<E\nb', /"E" has no end/],
    ['a <<E', /here-document is missing/],
    ['a $(b <<E)', /here-document is missing/],
    ["a <<$'E'\nE", /unusual/],
    ['f() { a; }', /defines a function/],
    ['x=(a b)', /assigns an array/],
    ['((x=1))', /can assign/],
    ['for ((;;)); do a; done', /can assign/],
    ['for PATH in a; do b; done', /the variable "PATH"/],
    ['coproc N { a; }', /coprocess/],
    ['a {v}>f', /descriptor/],
    ['a "${x:-\'b\'}"', /Single quotes inside/],
    [`${'('.repeat(200)}a`, /cannot be read to its end/],
    [`${'$('.repeat(200)}a`, /cannot be read to its end: it is nested too deep/],
  ];
  for (const [text, doubt] of doubted) {
    it(`doubts ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.match([...parseScript(text).doubts].map(inEnglish).join(' '), doubt);
    });
  }

  it('finds no doubt in what bash reads without a word', () => {
    for (const [text] of rows) {
      const doubts = [...parseScript(text).doubts];
      const expected = /\(\(|=\(|function|f\(\)|coproc [Nx]|\{v\}|E"F"/.test(text);
      if (!expected) assert.deepEqual(doubts, [], text);
    }
  });

  it('reads on behind what bash refuses, so that nothing hides there', () => {
    for (const text of [') rm x', 'a ;; rm x', '(a) ) ; rm x', 'fi; rm x', 'a >; rm x']) {
      assert.match(show(parseScript(text).script), /\[rm\]\[x\]/, text);
    }
  });

  const joined: readonly (readonly [string, readonly number[]])[] = [
    ['r\\\nm', [1]],
    ['a &\\\n& b', [3]],
    ['a "b\\\nc"', [4]],
    ["a 'b\\\nc'", []],
    ["a $'b\\\nc'", []],
    ['a # b\\\nc', []],
    ['a \\\\\nb', []],
    ['a <<E\nb\\\nc\nE', [7]],
    ["a <<'E'\nb\\\nE", []],
    ['a $\\\n(b)', [3]],
    ['\\\n\\\na', [0, 2]],
  ];
  for (const [text, joins] of joined) {
    it(`joins the lines of ${JSON.stringify(text)} as bash does`, () => {
      assert.deepEqual([...parseScript(text).joins], joins);
    });
  }

  it('decision shell-joined-lines: a joined word and operator are one', () => {
    assert.equal(show(parseScript('a $\\\n(b)').script), '[a][$\\\n(b)]<command [b]>');
    assert.equal(show(parseScript('a &\\\n& b').script), '[a] && [b]');
  });

  it('ends, whatever the text', () => {
    const piece = fc.constantFrom(
      ...'(){}[]<>&|;\'"`\\$#!=*?~ \n\tab'.split(''),
      '$(',
      '<<',
      'if ',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    fc.assert(
      fc.property(text, (command) => {
        parseScript(command);
      }),
      { numRuns: 500 },
    );
  });

  it('reads a text that is nested or repeated without end in bounded time', () => {
    // Each would take hours if something in it were read again for each level.
    const texts = ['(', '$((', '`', '"$(', '${', '[[ (', 'a[', '<(', 'if ', 'case a in (', '\\\n'];
    for (const piece of texts) parseScript(piece.repeat(2_000));
  });
});
