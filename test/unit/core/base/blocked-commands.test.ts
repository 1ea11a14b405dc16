import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findBlockedCommand } from '../../../../src/core/base/blocked-commands';
import { defaultBlockedCommands } from '../../../../src/core/contracts/settings/defaults';

function found(command: string, patterns = defaultBlockedCommands): string | undefined {
  return findBlockedCommand(
    { parts: [command.split(' ')], text: command, isWhole: true },
    patterns,
  );
}

describe('000-shell-4: a blocked command', () => {
  const blocked: readonly (readonly [string, string])[] = [
    ['sudo ls', 'sudo'],
    ['/usr/bin/sudo ls', 'sudo'],
    ['SUDO ls', 'sudo'],
    ['mkfs.ext4 /dev/sda', 'mkfs'],
    ['curl https://x', 'curl'],
    ['nc -l 1', 'nc'],
    ['dd if=/dev/zero of=x', 'dd if='],
    ['dd of=x if=/dev/zero', 'dd if='],
    ['rm -rf /', 'rm -rf /'],
    ['rm -rf /home/x', 'rm -rf /'],
    ['rm -fr /', 'rm -rf /'],
    ['rm -r -f /', 'rm -rf /'],
    ['rm --recursive --force /x', 'rm -rf /'],
    ['rm --rec --fo /x', 'rm -rf /'],
    ['rm -Rf ~', 'rm -rf /'],
    ['rm x -rfv /', 'rm -rf /'],
    ['rm -rf --no-preserve-root x', 'rm -rf /'],
    ['rm -rf .git/worktrees/a', 'rm -rf .git/worktrees'],
  ];
  for (const [command, pattern] of blocked) {
    it(`${command} is ${pattern}`, () => {
      assert.equal(found(command), pattern);
    });
  }

  for (const command of [
    'sudoku',
    'ls sudo',
    'rm -rf build',
    'rm -r /tmp/x',
    'rm -f /tmp/x',
    'rm --interactive=never -r /x',
    'dd of=x',
    'ncdu',
    'curlie x',
    'git push',
  ]) {
    it(`${command} is none of the shipped ones`, () => {
      assert.equal(found(command), undefined);
    });
  }

  it('several words are the beginning of a command', () => {
    assert.equal(found('git push --force', ['git push']), 'git push');
    assert.equal(found('git pushes', ['git push']), 'git push', 'as text, like its model');
    assert.equal(found('git pull', ['git push']), undefined);
  });

  it('an empty pattern matches nothing', () => {
    assert.equal(found('ls', ['', ' ']), undefined);
  });

  it('looks into the text where the parts may not be all of it', () => {
    for (const text of [
      'ls; sudo x',
      'env A=1 sudo x',
      '( "sudo" x',
      'if true; then sudo x',
      'coproc if sudo x',
    ]) {
      assert.equal(findBlockedCommand({ parts: [], text, isWhole: false }, ['sudo']), 'sudo', text);
      assert.equal(findBlockedCommand({ parts: [], text, isWhole: true }, ['sudo']), undefined);
    }
  });

  it('a blocked command among any others is found', () => {
    const word = fc.constantFrom('ls', 'git', '-x', 'a/b', '');
    const part = fc.array(word, { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (before, after) => {
        const parts = [...before, ['/sbin/reboot', 'now'], ...after];
        const input = { parts, text: '', isWhole: true };
        assert.equal(findBlockedCommand(input, ['reboot']), 'reboot');
      }),
    );
  });
});
