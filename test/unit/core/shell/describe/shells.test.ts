import assert from 'node:assert/strict';
import { describeLine, liftsOf, pathsOf, textsOf } from '../../../fakes/described-command';

describe('shells (decisions shell-wrappers and shell-heredocs)', () => {
  for (const line of [
    "bash -c 'ls; rm x'",
    "sh -ec 'ls; rm x'",
    "/bin/sh -c 'ls; rm x'",
    "bash -o pipefail -c 'ls; rm x'",
    "bash -euo pipefail -c 'ls; rm x'",
    "bash +x -c 'ls; rm x' name argument",
    "zsh -c -- 'ls; rm x'",
  ]) {
    it(`reads the script: ${line}`, () => {
      const described = describeLine(line);
      assert.deepEqual(textsOf(described, 'decides'), ['ls', 'rm x']);
      assert.deepEqual(liftsOf(described), []);
    });
  }

  const asks: readonly (readonly [string, string])[] = [
    ["bash -lc 'ls'", '-lc'],
    ["bash -ic 'ls'", '-ic'],
    ["bash --rcfile x -c 'ls'", '--rcfile'],
    ["bash --weird -c 'ls'", 'never'],
    ['bash -c $X', 'never'],
    ['bash', 'never'],
    ['bash -', 'never'],
    ['bash -s a', '-s'],
    ['bash x.sh', 'x.sh'],
    ["./bash -c 'ls'", './bash'],
  ];
  for (const [line, lift] of asks) {
    it(`asks: ${line}`, () => {
      assert.ok(liftsOf(describeLine(line)).includes(lift));
    });
  }

  it('names the script file as a path', () => {
    assert.deepEqual(pathsOf(describeLine('bash sub/x.sh', { folders: ['a'] })), ['< a/sub/x.sh']);
  });

  it('reads a here-document whose text is fixed as the script', () => {
    const hereDocuments = [{ body: 'rm x\n', quoted: true }];
    assert.deepEqual(textsOf(describeLine('bash', { hereDocuments }), 'decides'), ['rm x']);
    assert.deepEqual(textsOf(describeLine('bash -s a', { hereDocuments }), 'decides'), ['rm x']);
    assert.ok(textsOf(describeLine('sudo bash', { hereDocuments }), 'tightens').includes('rm x'));
  });

  it('asks about a here-document that is computed, or that something else may replace', () => {
    const hereDocuments = [{ body: 'rm $x\n', quoted: false }];
    assert.deepEqual(liftsOf(describeLine('bash', { hereDocuments })), ['never']);
    const fixed = [{ body: 'ls\n', quoted: true }];
    const redirections = [{ operator: '<', target: { text: 'x', known: true } }] as const;
    assert.ok(
      liftsOf(describeLine('bash', { hereDocuments: fixed, redirections })).includes('never'),
    );
  });
});

describe('here-documents for other programs (decision shell-heredocs)', () => {
  it('are data for most', () => {
    const hereDocuments = [{ body: 'rm -rf / $(x)\n', quoted: true }];
    for (const line of ['cat', 'git commit -F -', 'tee x']) {
      assert.deepEqual(liftsOf(describeLine(line, { hereDocuments })), [], line);
    }
  });

  it('ask where the shell computes their text, not where it is escaped', () => {
    const body = (text: string) => ({ hereDocuments: [{ body: text, quoted: false }] });
    assert.deepEqual(liftsOf(describeLine('cat', body('$HOME'))), ['never']);
    assert.deepEqual(liftsOf(describeLine('cat', body('\\$HOME and 5 \\`x\\`'))), []);
  });

  it('ask for programs that carry them out', () => {
    const hereDocuments = [{ body: 'x\n', quoted: true }];
    for (const line of [
      'python3',
      'python -',
      'node',
      'perl',
      'psql',
      'ed x',
      'ssh host',
      'at now',
    ]) {
      assert.ok(liftsOf(describeLine(line, { hereDocuments })).includes('never'), line);
    }
  });
});
