import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compositions } from '../../../fixtures/shell/operators';
import { allow, deny, type RowRule } from '../../../fixtures/shell/row';
import { createShellJudge, type ShellJudge } from './judge';
import { times } from '../../../soak';

/**
 * A generated command. A wrapper can precede only a `simple` one; before an `assigned` one, `CI=1
 * rm x`, the assignment would be a program name; a `script` needs a shell.
 */
interface Made {
  readonly text: string;
  readonly form: 'simple' | 'assigned' | 'script';
}

type Step = (made: Made) => Made;

/** Spellings of a program name that are the same for bash. */
const spellings: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `'${name}'`,
  (name) => `"${name}"`,
  (name) => `${name.slice(0, 1)}"${name.slice(1)}"`,
  (name) => `${name.slice(0, 1)}''${name.slice(1)}`,
  (name) => `\\${name}`,
  (name) => `${name.slice(0, 1)}\\${name.slice(1)}`,
  (name) => `$'${name}'`,
  (name) => `$'\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}'`,
  (name) => `$'\\${name.charCodeAt(0).toString(8)}'${name.slice(1)}`,
  (name) => `${name.slice(0, 1)}\\\n${name.slice(1)}`,
  (name) => `/bin/${name}`,
  (name) => `'/usr/bin'/${name}`,
  (name) => name.toUpperCase(),
];

const quotings: readonly ((text: string) => string)[] = [
  (text) => `'${text.replaceAll("'", "'\\''")}'`,
  (text) => `"${text.replace(/["\\$`]/g, '\\$&')}"`,
  (text) => `$'${text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`,
];

const wrappers = [
  'timeout 5',
  'timeout -s KILL 5s',
  'env',
  'env A=1 B=2',
  'nice',
  'nice -n 5',
  'ionice -c 3',
  'nohup',
  'setsid',
  'stdbuf -oL',
  'command',
  'xargs',
  'xargs -n 1',
  '2>/dev/null',
];

const assignments = ['A=1', 'CI=1', 'A=1 CI=1', 'PATH=.', "A='b c'", 'A+=1'];

const shells = ['bash -c', 'sh -c', 'bash -ec', 'bash -o pipefail -c', '/bin/bash -lc'];

const inShell = fc
  .record({ shell: fc.constantFrom(...shells), quote: fc.constantFrom(...quotings) })
  .map(({ shell, quote }): Step => ({ text }) => {
    return { text: `${shell} ${quote(text)}`, form: 'simple' };
  });

const behindWrapper = fc
  .record({ wrapper: fc.constantFrom(...wrappers), shell: inShell })
  .map(({ wrapper, shell }): Step => (made) => {
    const simple = made.form === 'simple' ? made : shell(made);
    return { text: `${wrapper} ${simple.text}`, form: 'simple' };
  });

const behindAssignment = fc
  .record({ assignment: fc.constantFrom(...assignments), shell: inShell })
  .map(({ assignment, shell }): Step => (made) => {
    const simple = made.form === 'script' ? shell(made) : made;
    return { text: `${assignment} ${simple.text}`, form: 'assigned' };
  });

const composed = fc.constantFrom(...compositions).map((composition): Step => ({ text }) => {
  return { text: composition.replace('@', () => text), form: 'script' };
});

const steps = fc.array(fc.oneof(inShell, behindWrapper, behindAssignment, composed), {
  maxLength: 3,
});

function commandOf(name: string, rest: string) {
  return fc
    .record({ spell: fc.constantFrom(...spellings), steps })
    .map(({ spell, steps: taken }) => {
      const first: Made = { text: `${spell(name)}${rest}`, form: 'simple' };
      return taken.reduce((made, step) => step(made), first);
    })
    .map(({ text }) => text);
}

const generous = allow('git *', 'echo *', 'test *', 'bash *', 'sh *', 'env *', 'xargs *', 'true');

describe('a denied command', () => {
  let judge: ShellJudge;
  before(() => {
    judge = createShellJudge();
  });
  after(() => judge.dispose());

  async function isAlwaysDenied(commands: fc.Arbitrary<string>, rules: readonly RowRule[]) {
    await fc.assert(
      fc.asyncProperty(commands, async (command) => {
        const { verdict } = await judge.explain(command, rules);
        assert.equal(verdict, 'deny', command);
      }),
      { numRuns: times(500) },
    );
  }

  it('stays denied by a rule in any spelling, behind any wrapper and operator', async () => {
    await isAlwaysDenied(commandOf('rm', ' -r build'), [...deny('rm *'), ...generous]);
  }).timeout(600_000);

  it('stays denied by the blocklist, whatever rules allow', async () => {
    await isAlwaysDenied(commandOf('sudo', ' ls'), [...allow('*', 'sudo *'), ...generous]);
  }).timeout(600_000);

  it('denies every compound command that contains it', async () => {
    const around = fc.constantFrom('git log', 'echo a', 'true', "echo 'a; b'", 'git log | cat');
    const operator = fc.constantFrom(';', '&&', '||', '|', '&', '\n', '|&', ' ; ');
    const chain = fc
      .record({
        before: fc.array(fc.tuple(around, operator), { maxLength: 5 }),
        denied: commandOf('rm', ' x'),
        after: fc.array(fc.tuple(operator, around), { maxLength: 5 }),
      })
      .map(({ before: left, denied, after: right }) =>
        [...left.flat(), denied, ...right.flat()].join(''),
      );
    await isAlwaysDenied(chain, [...deny('rm *'), ...generous]);
  }).timeout(600_000);
});
