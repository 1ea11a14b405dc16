import assert from 'node:assert/strict';
import type { Folders } from '../../../../src/core/shell/command/simple-command';
import { parseScript } from '../../../../src/core/shell/parser/parse-script';
import { walkScript } from '../../../../src/core/shell/walk-script';

/** Every command with the folders it may stand in; `cd x` enters x, and only that moves. */
function walk(text: string): string {
  const seen: string[] = [];
  const show = (folders: Folders): string => folders?.join(',') ?? '?';
  const left = walkScript(parseScript(text).script, ['.'], {
    simple: (node, script, folders) => {
      const words = node.words.map(({ start, end }) => script.text.slice(start, end));
      const [program, target = ''] = words;
      if (program !== 'cd') {
        seen.push(`${words.join(' ')}@${show(folders)}`);
        return folders;
      }
      return folders?.map((folder) => (folder === '.' ? target : `${folder}/${target}`));
    },
    tail: (_tail, _node, _script, folders) => {
      seen.push(`tail@${show(folders)}`);
    },
    inner: () => undefined,
  });
  return `${seen.join(' ')} → ${show(left.ok)}`;
}

describe('walkScript', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['a', 'a@. → .'],
    ['cd x && a', 'a@x → x'],
    ['cd x; a', 'a@.,x → .,x'],
    ['cd x\na', 'a@.,x → .,x'],
    ['cd x || a', 'a@.,x → x,.'],
    ['cd x || exit && a', 'exit@.,x a@x,. → x,.'],
    ['cd x && cd y && a', 'a@x/y → x/y'],
    ['cd x & a', 'a@. → .'],
    ['(cd x && a); b', 'a@x b@. → .'],
    ['{ cd x && a; }; b', 'a@x b@.,x → .,x'],
    ['{ cd x; } && a', 'a@x → x'],
    ['cd x | a; b', 'a@. b@. → .'],
    ['echo x | cd x && a', 'echo x@. a@. → .'],
    ['! cd x && a', 'a@.,x → .,x'],
    ['a $(cd x && b) && c', 'a $(cd x && b)@. b@x c@. → .'],
    ['if cd x; then a; else b; fi; c', 'a@x b@.,x c@.,x → .,x'],
    ['if a; then cd x; fi; b', 'a@. b@.,x → .,x'],
    ['for i in 1; do a; done; b', 'a@. b@. → .'],
    ['for i in 1; do cd x; a; done; b', 'a@? b@? → ?'],
    ['while "c"d x; do a; done', '"c"d x@? a@? → ?'],
    ['while a; do b; done; c', 'a@. b@. c@. → .'],
    ['case x in a) cd x && b;; c) d;; esac; e', 'b@x d@. e@.,x → .,x'],
    ['case x in a) cd x;& b) c;; esac', 'c@.,x → .,x'],
    ['f() { cd x; a; }; b', 'a@? b@? → ?'],
    ['{ a; } >f', 'a@. tail@. → .'],
    ['cd 1; cd 2; cd 3; cd 4; a', 'a@? → ?'],
  ];
  for (const [text, expected] of rows) {
    it(`knows the folders of the commands in ${JSON.stringify(text)}`, () => {
      assert.equal(walk(text), expected);
    });
  }

  it('visits every command, however many', () => {
    const text = Array.from({ length: 1_001 }, (_, index) => `a${index}`).join(' && ');
    assert.equal(walk(text).split(' ').length, 1_001 + 2);
  });
});
