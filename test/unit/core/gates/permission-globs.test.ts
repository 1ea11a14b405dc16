import { say } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import {
  globKey,
  type LocatedPath,
  type NamedPath,
} from '../../../../src/core/contracts/calls/call-paths';
import { bindGate } from '../../../../src/core/contracts/policy/define-gate';
import type { GlobWord, ShellPath } from '../../../../src/core/contracts/calls/shell-analysis';
import { succeed } from '../../../../src/core/contracts/failure';
import permissionRules from '../../../../src/core/gates/permission-rules';
import { askAtOnce, fakeWorkspace, gateCall } from '../../fakes/gate-call';
import { plainReading, shellPart } from '../../fakes/shell-reading';

const glob: GlobWord = { word: 'src/*.ts', glob: '*.ts', folders: ['src'] };
const path: ShellPath = {
  ...{ given: 'src', glob: '*.ts', access: 'read', certain: true, redirected: false },
};

interface Case {
  /** What the glob stands for; undefined if it is not known. */
  readonly names: readonly string[] | undefined;
  readonly rules?: Readonly<Record<string, 'allow' | 'ask' | 'deny'>>;
  readonly word?: GlobWord;
  /** Of the one that is called `b.ts`. */
  readonly place?: Partial<LocatedPath>;
}

function judge({ names, rules = { 'cat *': 'allow' }, word = glob, place = {} }: Case) {
  const text = `cat ${word.word}`;
  const keys = ['*.ts', word.glob].map((each) => globKey('src', each));
  const reason = say`what it stands for is known only when it runs`;
  const part = shellPart(text, {
    words: [
      { text: 'cat', known: true },
      { text: word.word, known: false },
    ],
    hazards: [{ reason, unlessGlob: word }],
    paths: [path],
  });
  const named = ['src', ...(names ?? []).map((name) => `src/${name}`)].map((given): NamedPath => {
    const real = `/w/${given}`;
    const at = { asked: real, real, exists: true, root: '/w' };
    return { given, resolved: succeed({ ...at, ...(given === 'src/b.ts' && place) }) };
  });
  const call = gateCall({
    subject: { command: text, text },
    reading: { ...plainReading(text), parts: [part] },
    paths: { named, globs: new Map(names && keys.map((key) => [key, names])) },
    policy: {
      permissions: Object.entries(rules).map(([pattern, action]) => {
        return { tool: 'core__bash', pattern, action, source: 'user' } as const;
      }),
    },
  });
  return askAtOnce(bindGate(permissionRules, { workspace: fakeWorkspace() }), call);
}

describe('permission rules for a glob', () => {
  it('decision shell-words: allow it where every name is known, and one that is not known asks', () => {
    assert.equal(judge({ names: ['a.ts', 'b.ts'] }).verdict, 'allow');
    assert.equal(judge({ names: [] }).verdict, 'allow');
    assert.equal(judge({ names: undefined }).verdict, 'ask');
  });

  it('decision shell-words: must allow each of the names, and a deny holds for any', () => {
    const names = ['a.ts', 'b.ts'];
    const some = { 'cat src/a*': 'allow', 'cat src/?.ts': 'allow' } as const;
    assert.equal(judge({ names, rules: some }).verdict, 'allow');
    assert.equal(judge({ names, rules: { 'cat src/[a*': 'allow' } }).verdict, 'ask');
    const denied = { 'cat src/b.ts': 'deny', 'cat *': 'allow' } as const;
    assert.equal(judge({ names, rules: denied }).verdict, 'deny');
    const asked = { 'cat src/b.ts': 'ask', 'cat *': 'allow' } as const;
    assert.equal(judge({ names, rules: asked }).verdict, 'ask');
    const word = { ...glob, word: '{src/x,src/*.ts}', glob: '{src/x,src/*.ts}', folders: ['src'] };
    assert.equal(judge({ names, word, rules: { 'cat {*': 'allow' } }).verdict, 'ask');
  });

  it('decision shell-words: a name that looks like more than a file asks', () => {
    for (const name of ['-x.ts', '+x.ts', '@x.ts', '|x.ts', 'a=b.ts', 'a:b.ts']) {
      assert.equal(judge({ names: ['a.ts', name] }).verdict, 'ask', name);
    }
    const single = { ...glob, most: 1 } as const;
    assert.equal(judge({ names: ['a.ts'], word: single }).verdict, 'allow');
    assert.equal(judge({ names: ['a.ts', 'b.ts'], word: single }).verdict, 'ask');
  });

  it('decision shell-words: asks and names the file that may not be read, or is elsewhere', () => {
    const names = ['a.ts', 'b.ts'];
    const limit = { verdict: 'deny', why: say`${''} holds a private key` } as const;
    const limited = judge({ names, place: { limit } });
    assert.equal(limited.verdict, 'ask');
    assert.match(limited.reason, /forbid it: src\/b\.ts holds a private key/);
    const outside = judge({ names, place: { root: undefined } });
    assert.equal(outside.verdict, 'ask');
    assert.match(outside.reason, /src\/b\.ts is outside the workspace/);
  });
});
