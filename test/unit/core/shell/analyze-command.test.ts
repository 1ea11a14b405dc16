import { told } from '../../fakes/told';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/base/sentence';
import { analyzeCommand } from '../../../../src/core/shell/analyze-command';
import type {
  DescribeCommand,
  SimpleCommand,
} from '../../../../src/core/shell/command/simple-command';
import type { ParseTree } from '../../../../src/core/shell/tree/read-tree';
import { shellPart } from '../../fakes/shell-reading';
import { commandNode, createFakeCursor } from '../../fakes/syntax-cursor';

/** A grammar that says nothing against our reading, for tests of the reading itself. */
const silentGrammar: ParseTree = () => true;

/** Describes a command as its words; `run x` brings x along as a script. */
function recorder(): { readonly commands: SimpleCommand[]; readonly describe: DescribeCommand } {
  const commands: SimpleCommand[] = [];
  return {
    commands,
    describe: (command, readScript) => {
      commands.push(command);
      const [program, script] = command.words;
      if (program?.text === 'run' && script !== undefined) {
        return readScript(script.text, command.folders);
      }
      const parts = [shellPart(command.words.map(({ text }) => text).join(' '))];
      return { parts, blocked: [], doubts: [], folders: command.folders };
    },
  };
}

function read(command: string, parseTree = silentGrammar) {
  const { commands, describe } = recorder();
  return { reading: analyzeCommand(command, { parseTree, describe }), commands };
}

describe('readCommand', () => {
  it('hands over decoded words, assignments, redirections, here-documents and the source', () => {
    const { commands } = read("A='1 2' c\"u\"rl $x >'o ut' 2>&1 <<'E'\n$(no)\nE");
    assert.deepEqual(commands, [
      {
        words: [
          { text: 'curl', known: true },
          { text: '$x', known: false },
        ],
        assignments: [{ name: 'A', value: { text: '1 2', known: true } }],
        redirections: [
          { operator: '>', target: { text: 'o ut', known: true } },
          { operator: '>&', target: { text: '1', known: true } },
        ],
        hereDocuments: [{ body: '$(no)\n', quoted: true }],
        raw: "A='1 2' c\"u\"rl $x >'o ut' 2>&1 <<'E'",
        folders: ['.'],
      },
    ]);
  });

  it('keeps the text of the call, and reads the joined one', () => {
    const { reading, commands } = read('r\\\nm x');
    assert.equal(reading.text, 'r\\\nm x');
    assert.deepEqual(commands[0]?.words[0], { text: 'rm', known: true });
  });

  const blocked: readonly (readonly [string, string, string])[] = [
    ['echo $(rm x)', 'substitution', '$(rm x)'],
    ['echo "`rm x`"', 'substitution', '`rm x`'],
    ['diff <(rm x) y', 'substitution', '<(rm x)'],
    ['tee >(rm x)', 'substitution', '>(rm x)'],
    ['A=$(rm x)', 'substitution', '$(rm x)'],
    ['a[$(rm x)]=1', 'substitution', '$(rm x)'],
    ['ls >$(rm x)', 'substitution', '$(rm x)'],
    ['echo $((1 + $(rm x)))', 'substitution', '$(rm x)'],
    ['((a = $(rm x)))', 'substitution', '$(rm x)'],
    ['echo ${a:-$(rm x)}', 'substitution', '$(rm x)'],
    ['cat <<E\n$(rm x)\nE', 'substitution', '$(rm x)'],
    ['cat <<E\n`rm x`\nE', 'substitution', '`rm x`'],
    ['for i in $(rm x); do ls; done', 'substitution', '$(rm x)'],
    ['case $(rm x) in a) ls;; esac', 'substitution', '$(rm x)'],
    ['cat <<<"x"', 'here-string', '<<<"x"'],
  ];
  for (const [command, kind, text] of blocked) {
    it(`000-shell-2: blocks ${JSON.stringify(command)}`, () => {
      const { reading } = read(command);
      assert.deepEqual(
        reading.blocked.map((each) => [each.kind, each.text]),
        [[kind, text]],
      );
      assert.match(told(reading.blocked)[0]?.reason ?? '', /pipe|Run the inner command first/);
      if (kind === 'here-string') return;
      assert.equal(
        reading.parts.some((part) => part.words.map((word) => word.text).join(' ') === 'rm x'),
        true,
      );
    });
  }

  for (const command of [
    "echo '$(x) `y` <(z) <<<a'",
    'echo "\\$(x) \\`y\\`"',
    'echo \\$\\(x\\)',
    "cat <<'E'\n$(x) `y` <<<z\nE",
    'cat <<E\n\\$(x) \\`y\\`\nE',
    'echo "<(x) <<<y"',
  ]) {
    it(`decision shell-blocklist: quoted text is no hit in ${JSON.stringify(command)}`, () => {
      assert.deepEqual(read(command).reading.blocked, []);
    });
  }

  it('shows at most 80 characters of what it blocks', () => {
    const { reading } = read(`echo $(echo ${'a'.repeat(100)})`);
    assert.equal(reading.blocked[0]?.text.length, 80);
  });

  it('doubts an odd byte once, and reads on', () => {
    const { reading } = read('ls\u200b; rm x');
    assert.equal(reading.doubts.length, 1);
    assert.equal(reading.parts.length, 2);
  });

  for (const command of ['', '  \n', '# only a comment', '\n# a\n']) {
    it(`doubts ${JSON.stringify(command)}, which holds no command`, () => {
      const { reading } = read(command);
      assert.deepEqual(reading.parts, []);
      assert.deepEqual(reading.doubts.map(inEnglish), ['It holds no command.']);
    });
  }

  it('doubts a command that the grammar could not read in time', () => {
    assert.match(
      read('ls "a"', () => false)
        .reading.doubts.map(inEnglish)
        .join(),
      /over a second/,
    );
  });

  it('decision shell-parser: asks the grammar unless splitting at blanks is a second reading', () => {
    const asksGrammar = (command: string): boolean => {
      let asked = false;
      read(command, () => {
        asked = true;
        return true;
      });
      return asked;
    };
    for (const plain of ['ls', 'npm run test:unit', 'git log -n 5 a/b.ts', 'make CC=gcc all']) {
      assert.equal(asksGrammar(plain), false, plain);
    }
    for (const other of [
      ...['ls  -l', 'ls ', ' ls', 'ls\n', 'ls;', 'a | b', 'a && b', 'ls > a', "ls 'a'", 'ls $a'],
      ...['A=1 make', 'ls *', 'ls {a,b}', 'ls ~', 'ls # a', 'time ls', 'if a', 'ls\ta'],
    ]) {
      assert.equal(asksGrammar(other), true, other);
    }
  });

  it('decision shell-deadline: describes nothing more once the time has passed', () => {
    let looks = 0;
    const { commands, describe } = recorder();
    const isLate = (): boolean => (looks += 1) > 4;
    const reading = analyzeCommand('a; b; c; d; e; f', {
      ...{ parseTree: silentGrammar, describe, isLate },
    });
    assert.equal(reading.state, 'late');
    assert.equal(commands.length, 3);
  });

  it('decision shell-deadline: leaves texts over 10,000 characters to our own reader', () => {
    const refuse: ParseTree = () => assert.fail('The grammar was asked.');
    const { reading } = read('ls;'.repeat(4_000), refuse);
    assert.equal(reading.parts.length, 4_000);
    assert.match(reading.doubts.map(inEnglish).join(), /longer than 10000/);
  });

  it('tries rules on what only the grammar finds', () => {
    const grammar: ParseTree = (_text, visit) => {
      const children = [commandNode([0, 2]), commandNode([3, 5], [6, 7])];
      visit(createFakeCursor({ kind: 'program', start: 0, end: 7, children }), true);
      return true;
    };
    const { reading } = read('ls rm *', grammar);
    assert.deepEqual(
      reading.parts.map((part) => part.raw),
      ['ls rm *', 'rm *'],
    );
    assert.match(reading.doubts.map(inEnglish).join(), /more than one way/);
  });

  it('reads scripts inside scripts, eight deep', () => {
    const nest = (depth: number): string => {
      let script = 'rm x';
      for (let count = 0; count < depth; count++) {
        script = `run '${script.replaceAll("'", "'\\''")}'`;
      }
      return script;
    };
    const deep = read(nest(8)).reading;
    assert.deepEqual(deep.doubts, []);
    assert.deepEqual(
      deep.parts.map((part) => part.raw),
      ['rm x'],
    );
    const deeper = read(nest(9)).reading;
    assert.match(deeper.doubts.map(inEnglish).join(), /more than 8 deep/);
  });

  for (const command of ["test -v 'a[$(rm x)]'", "unset 'a[`rm x`]'", "printf -v 'a[$(rm x)]' y"]) {
    it(`doubts a command hidden in a subscript: ${command}`, () => {
      assert.match(read(command).reading.doubts.map(inEnglish).join(), /subscript/);
    });
  }

  it('reports each doubt once', () => {
    const { reading } = read('a=(1); b=(2); f() { c=(3); }');
    assert.equal(new Set(reading.doubts.map(inEnglish)).size, reading.doubts.length);
  });
});
