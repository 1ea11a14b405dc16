import assert from 'node:assert/strict';
import {
  commandQuestion,
  type CommandQuestion,
} from '../../../../src/host/terminals/command-question';

type Case = readonly [command: string, output: string, CommandQuestion];

/** The shell of these commands waits for its first line. */
const byShell: readonly Case[] = [
  ['read -p "Continue? [y/N] " x', '', { question: 'Continue? [y/N]', isSecret: false }],
  [
    'ls; read -p "Delete? " x',
    'a.txt\nb.txt\n',
    { line: 'b.txt', question: 'Delete?', isSecret: false },
  ],
  ['printf "Name: "; read x', 'Name: ', { question: 'Name:', isSecret: false }],
  ['printf "Word: "; read -rs x', 'Word: ', { question: 'Word:', isSecret: true }],
  ['echo "Continue?"; read x', 'Continue?\n', { line: 'Continue?', isSecret: false }],
  ['read -sp "" x', 'hello\n\n', { line: 'hello', isSecret: true }],
];

/** A program of these waits. */
const byProgram: readonly Case[] = [
  [
    'sudo -S ls',
    '[sudo] password for anna: ',
    { question: '[sudo] password for anna:', isSecret: true },
  ],
  [
    'npm init',
    'About.\npackage name: (demo) ',
    { question: 'package name: (demo)', isSecret: false },
  ],
  ['cat; read -p "Delete? " x', '', { isSecret: false }],
  // A bare sign is not the question.
  ['login', 'Enter your password\n> ', { line: 'Enter your password', isSecret: true }],
  ['node', 'Welcome to Node.js\n> ', { line: 'Welcome to Node.js', isSecret: false }],
  [
    'x',
    '\u001b[32m?\u001b[0m Pick \u202eone\u001b[K',
    { question: '? Pick \\u202eone', isSecret: false },
  ],
];

describe('what a command asks that waits for input', () => {
  for (const [command, output, expected] of byShell) {
    it(`${command}: ${JSON.stringify(output)}`, () => {
      const shellRead = { answered: 0 };
      assert.deepEqual(commandQuestion({ command, output, shellRead }), expected);
    });
  }

  for (const [command, output, expected] of byProgram) {
    it(`${command}, a program: ${JSON.stringify(output)}`, () => {
      const shellRead = undefined;
      assert.deepEqual(commandQuestion({ command, output, shellRead }), expected);
    });
  }

  it('is short and shows no credential', () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const output = `using ${token}\n${'x'.repeat(20_000)}? `;
    const { question = '' } = commandQuestion({ command: 'x', output, shellRead: undefined });
    assert.ok(question.length <= 201);
    const line = commandQuestion({
      ...{ command: 'x', output: `using ${token}\n`, shellRead: undefined },
    }).line;
    assert.equal(line?.includes(token), false);
  });
});
