import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CallPath } from '../../../../../src/core/contracts/calls/call-paths';
import { bindGate } from '../../../../../src/core/contracts/policy/define-gate';
import type { PermissionRule } from '../../../../../src/core/contracts/calls/decision';
import permissionRules from '../../../../../src/core/gates/permission-rules';
import { alwaysOffers } from '../../../../../src/core/pipeline/stages/approval-request';
import { traceOf } from '../../../../../src/core/pipeline/stages/gates';
import {
  askAtOnce,
  callPath,
  fakeWorkspace,
  gateCall,
  refusedPath,
  type GateCallOptions,
} from '../../../fakes/gate-call';
import { plainReading, shellPart } from '../../../fakes/shell-reading';

const gate = bindGate(permissionRules, { workspace: fakeWorkspace() });

function judged(command: string, more: GateCallOptions = {}) {
  return askAtOnce(gate, gateCall({ subject: { command, text: command }, ...more }));
}

function forCommand(command: string, more: GateCallOptions = {}) {
  const { paths } = gateCall({ subject: { command, text: command } });
  const offers = alwaysOffers({ name: 'bash' }, traceOf(gate, judged(command, more)).parts, paths);
  return offers.map((rules) => rules.map(({ pattern }) => pattern));
}

function forPaths(...writes: readonly CallPath[]): readonly string[] {
  const { paths } = gateCall({ paths: { writes } });
  return alwaysOffers({ name: 'edit' }, undefined, paths).map(([rule]) => rule?.pattern ?? '');
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
    it(`003-permissions-9: none for what runs anything: ${command}`, () => {
      assert.deepEqual(forCommand(command), []);
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

  it('none where one sub-command could not be allowed, or something else asks', () => {
    const text = 'npm test && x';
    const reading = (more: Partial<ReturnType<typeof plainReading>>) => ({
      reading: { ...plainReading(text), ...more },
    });
    const risky = shellPart('x', { hazards: [{ reason: 'x runs y' }] });
    assert.deepEqual(forCommand(text, reading({ parts: [shellPart('npm test'), risky] })), []);
    assert.deepEqual(forCommand(text, reading({ doubts: ['it has a NUL'] })), []);
    const unknown = shellPart('x', { words: [{ text: '$x', known: false }] });
    assert.deepEqual(forCommand(text, reading({ parts: [unknown] })), []);
    const blank = shellPart('x', { words: [{ text: 'a b', known: true }] });
    assert.deepEqual(forCommand(text, reading({ parts: [blank] })), []);
    assert.deepEqual(forCommand('a;b;c;d;e;f;g'), [], 'more rules than a person reads');
  });

  it('every offer would have allowed the call, and nothing else', () => {
    const word = fc.constantFrom('git', 'status', 'npm', 'rm', '-c', './x', 'a.b', 'ls', 'time');
    const command = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 3 }), (commands) => {
        const text = commands.join(' && ');
        for (const patterns of forCommand(text)) {
          const policy = { permissions: patterns.map(rule) };
          assert.equal(judged(text, { policy }).verdict, 'allow', patterns.join());
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
    const patterns = alwaysOffers({ name: 'edit' }, undefined, paths).flat();
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
    assert.deepEqual(forPaths(callPath('a'), callPath('b')), []);
    assert.deepEqual(forPaths(callPath('a'), refusedPath('b')), []);
    for (const name of ['[a].ts', 'a*', 'a\\b']) {
      assert.deepEqual(forPaths(callPath(name)), [], name);
    }
  });

  it('never the folder around the workspace', () => {
    assert.deepEqual(forPaths(callPath('/w')), ['/w']);
  });

  it('none that would write a credential into the settings', () => {
    const key = `AKIA${'A'.repeat(16)}`;
    assert.deepEqual(forCommand(`deploy --key=${key}`), []);
  });
});
