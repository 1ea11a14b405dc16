import { inEnglish, say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CallPath } from '../../../../../src/core/contracts/calls/call-paths';
import { bindGate } from '../../../../../src/core/contracts/policy/define-gate';
import type { PermissionRule } from '../../../../../src/core/contracts/calls/decision';
import permissionRules from '../../../../../src/core/gates/permission-rules';
import { alwaysOffers } from '../../../../../src/core/pipeline/stages/approval-request';
import { traceOf } from '../../../../../src/core/pipeline/stages/gates';
import {
  verdictAtOnce,
  callPath,
  fakeWorkspace,
  gateCall,
  refusedPath,
  type GateCallOptions,
} from '../../../fakes/gate-call';
import { plainReading, shellPart } from '../../../fakes/shell-reading';

const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });

function judged(command: string, more: GateCallOptions = {}) {
  return verdictAtOnce(gate, gateCall({ subject: { command, text: command }, ...more }));
}

function always(command: string, more: GateCallOptions = {}) {
  const { paths } = gateCall({ subject: { command, text: command } });
  return alwaysOffers(
    { name: 'bash' },
    { parts: traceOf(gate, judged(command, more)).parts, paths },
  );
}

function forCommand(command: string, more: GateCallOptions = {}) {
  return always(command, more).alwaysOffers.map((rules) => rules.map(({ pattern }) => pattern));
}

/** What asks again, as `code text: reason`. */
function left(command: string, more: GateCallOptions = {}) {
  return always(command, more).alwaysLeft.map(
    ({ code, text = '', reason }) =>
      `${code} ${text}${reason === undefined ? '' : `: ${inEnglish(reason)}`}`,
  );
}

function forPaths(...writes: readonly CallPath[]): readonly string[] {
  const { paths } = gateCall({ paths: { writes } });
  const { alwaysOffers: offers } = alwaysOffers({ name: 'edit' }, { parts: undefined, paths });
  return offers.map(([rule]) => rule?.pattern ?? '');
}

function leftOfPaths(...writes: readonly CallPath[]) {
  const { paths } = gateCall({ paths: { writes } });
  return alwaysOffers({ name: 'edit' }, { parts: undefined, paths }).alwaysLeft.map(
    ({ code }) => code,
  );
}

function rule(pattern: string): PermissionRule {
  return { tool: 'core__bash', pattern, action: 'allow', source: 'session' };
}

describe('what "Always allow" offers', () => {
  for (const command of ['git status --short', 'git status', 'git ls-files src']) {
    it(`003-permissions-9: the exact command, then program and verb: ${command}`, () => {
      const verb = command.split(' ').slice(0, 2).join(' ');
      assert.deepEqual(forCommand(command), [[command], [`${verb} *`]]);
    });
  }

  for (const command of [
    'npm test',
    'make all',
    'git diff src',
    'rm build',
    './deploy now',
    'ls',
  ]) {
    it(`003-permissions-9: only the exact command where more words could do more: ${command}`, () => {
      assert.deepEqual(forCommand(command), [[command]]);
    });
  }

  for (const command of ['node index.js', 'python3 run', 'bash build', 'npx tsc', 'npm exec x']) {
    it(`003-permissions-9: none for what runs anything, and says so: ${command}`, () => {
      assert.deepEqual(forCommand(command), []);
      assert.deepEqual(left(command), [`runs-anything ${command}`]);
    });
  }

  it('003-permissions-9: one rule for each sub-command that lacks one', () => {
    assert.deepEqual(forCommand('git status -s && npm test; ls'), [
      ['git status -s', 'npm test', 'ls'],
      ['git status *', 'npm test', 'ls'],
    ]);
    const policy = { permissions: [rule('npm *')] };
    assert.deepEqual(forCommand('npm ci && make', { policy }), [['make']]);
  });

  it('003-permissions-9: rules for the sub-commands that can have one; the others say why not', () => {
    const command = 'node --version && ls src && npm test';
    assert.deepEqual(forCommand(command), [['ls src', 'npm test']]);
    assert.deepEqual(left(command), ['runs-anything node --version']);
    const text = 'npm test && x';
    const withX = (part: Parameters<typeof shellPart>[1]) => ({
      reading: { ...plainReading(text), parts: [shellPart('npm test'), shellPart('x', part)] },
    });
    for (const [part, why] of [
      [{ hazards: [{ reason: say`x runs y` }] }, 'hazard x: x runs y'],
      [{ words: [{ text: '$x', known: false }] }, 'not-plain $x'],
      [{ words: [{ text: 'a b', known: true }] }, 'not-plain a b'],
    ] as const) {
      assert.deepEqual(forCommand(text, withX(part)), [['npm test']], why);
      assert.deepEqual(left(text, withX(part)), [why]);
    }
    const asks = { ...rule('x'), action: 'ask', source: 'user' } as const;
    const policy = { permissions: [asks] };
    assert.deepEqual(forCommand(text, { policy }), [['npm test']]);
    assert.deepEqual(left(text, { policy }), ['rule x: rule bash "x" (user)']);
  });

  it('none where something about the whole command asks, or for more rules than users read', () => {
    const text = 'npm test && x';
    const reading = { ...plainReading(text), doubts: [say`it has a NUL`] };
    assert.deepEqual(forCommand(text, { reading }), []);
    assert.deepEqual(left(text, { reading }), ['whole-command npm test', 'whole-command x']);
    assert.deepEqual(forCommand('a;b;c;d;e;f;g'), []);
    assert.deepEqual(left('a;b;c;d;e;f;g'), ['too-many ']);
  });

  it('every offer would have allowed all but what is left, and nothing else', () => {
    const word = fc.constantFrom('git', 'status', 'npm', 'rm', '-c', './x', 'a.b', 'ls', 'time');
    const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 3 }), (commands) => {
        const text = commands.join(' && ');
        for (const patterns of forCommand(text)) {
          const policy = { permissions: patterns.map(rule) };
          const asks = judged(text, { policy }).parts?.filter(({ verdict }) => verdict === 'ask');
          assert.deepEqual(
            asks?.map((part) => part.text),
            always(text).alwaysLeft.map((part) => part.text),
            patterns.join(),
          );
          assert.equal(judged(`${text}; rm -rf x`, { policy }).verdict, 'ask', patterns.join());
        }
      }),
      { numRuns: 500 },
    );
  });

  it('the path, then its folder, for a call on one file', () => {
    assert.deepEqual(forPaths(callPath('src/a.ts')), ['/w/src/a.ts', '/w/src/*']);
    const same = callPath('/w/src/a.ts');
    const { paths } = gateCall({ paths: { reads: [same], writes: [callPath('src/a.ts')] } });
    const patterns = alwaysOffers(
      { name: 'edit' },
      { parts: undefined, paths },
    ).alwaysOffers.flat();
    assert.deepEqual(
      patterns.map(({ tool, pattern }) => `${tool} ${pattern}`),
      ['edit /w/src/a.ts', 'edit /w/src/*'],
    );
  });

  it('the canonical path, with slashes on Windows', () => {
    assert.deepEqual(forPaths(callPath('link', { real: '/w/src/a' })), ['/w/src/a', '/w/src/*']);
    const windows = callPath('/w/a', { real: 'C:\\w\\src\\a.ts', root: 'C:\\w' });
    assert.deepEqual(forPaths(windows), ['C:/w/src/a.ts', 'C:/w/src/*']);
  });

  it('nothing for a call on several files, for one that is refused, or that reads as a pattern', () => {
    for (const [paths, why] of [
      [[callPath('a'), callPath('b')], 'several-files'],
      [[callPath('a'), refusedPath('b')], 'no-rule-for-it'],
      [[callPath('[a].ts')], 'pattern-path'],
      [[callPath('a*')], 'pattern-path'],
      [[callPath('a\\b')], 'pattern-path'],
    ] as const) {
      assert.deepEqual(forPaths(...paths), []);
      assert.deepEqual(leftOfPaths(...paths), [why]);
    }
  });

  it('never the folder around the workspace', () => {
    assert.deepEqual(forPaths(callPath('/w')), ['/w']);
  });

  it('none that would write a credential into the settings', () => {
    const key = `AKIA${'A'.repeat(16)}`;
    const command = `deploy --key=${key} && npm test`;
    assert.deepEqual(forCommand(command), [['npm test']]);
    const [secret] = always(command).alwaysLeft;
    assert.equal(secret?.code, 'credential');
    assert.doesNotMatch(secret.text ?? '', /AKIA/);
  });
});
