import { told } from '../../../fakes/told';
import assert from 'node:assert/strict';
import { describeLine, liftsOf, textsOf } from '../../../fakes/described-command';

describe('builtins that are refused (decision shell-blocklist)', () => {
  for (const line of [
    'eval ls',
    'source x.sh',
    '. ./x.sh',
    'exec ls',
    'exec -a name ls',
    "trap 'rm x' EXIT",
    'trap',
    "alias ls='rm x'",
    'enable -f ./x.so y',
    'bind -x \'"a":rm\'',
    "bind -mx 'y'",
    "complete -C 'rm x' y",
    "complete -oC 'rm x' y",
    "compgen -C 'rm x'",
    'complete -F $x y',
    'command eval ls',
    'builtin source x',
    'command -p -- eval ls',
    'timeout 5 eval ls',
    'env A=1 eval ls',
    'time . x',
    'sudo eval ls',
    "bash -c 'eval ls'",
  ]) {
    it(line, () => {
      const [blocked] = describeLine(line).blocked;
      assert.equal(blocked?.kind, 'builtin');
      assert.match(blocked.reason.message, /\. |Leave/);
      assert.ok(blocked.text.length <= 80);
    });
  }

  for (const line of [
    'unalias ls',
    'exec',
    'bind -p',
    'complete -F f x',
    'echo eval',
    './eval x',
  ]) {
    it(`are not: ${line}`, () => {
      assert.deepEqual(describeLine(line).blocked, []);
    });
  }
});

describe('builtins that change the shell (decision shell-assignments)', () => {
  for (const line of [
    'export A=1',
    'declare -x A=1',
    'typeset A',
    'readonly A',
    'local A',
    'unset A',
    'set',
    'set -- a b',
    'set -o vi',
    'shopt -s extglob',
    'hash -p x ls',
    'umask 0',
    'ulimit -n 1',
    'mapfile x',
    'readarray x',
    'printf -v PATH x',
    'printf -vPATH x',
    'read x',
    'getopts a x',
    'let x=1',
    'history',
    'fc -s',
    'exec',
    "test -v 'a[$(id)]'",
    "[[ 'a[$(id)]' -eq 1 ]]",
    'set $x',
    'exit $x',
  ]) {
    it(`ask whatever the rules say: ${line}`, () => {
      assert.ok(liftsOf(describeLine(line)).includes('never'));
    });
  }

  for (const line of [
    'set -e',
    'set -euo pipefail',
    'set -x',
    'set +e',
    'set -o pipefail',
    'true',
    ':',
    'false',
    'exit 1',
    'break',
  ]) {
    it(`need no rule: ${line}`, () => {
      assert.deepEqual(textsOf(describeLine(line), 'decides'), []);
    });
  }

  it('need one when they write a file', () => {
    const redirections = [{ operator: '>', target: { text: 'x', known: true } }] as const;
    const [part] = describeLine('true', { redirections }).parts;
    assert.equal(part?.role, 'decides');
    assert.equal(part.paths[0]?.redirected, true);
  });
});

describe('assignments (decision shell-assignments)', () => {
  for (const line of [
    'CI=1 npm test',
    'NODE_ENV=test npm test',
    'TZ=Europe/Berlin date',
    'LC_ALL=C ls',
    'FORCE_COLOR=0 npm test',
  ]) {
    it(`are stripped: ${line}`, () => {
      const described = describeLine(line);
      assert.deepEqual(liftsOf(described), []);
      assert.deepEqual(textsOf(described, 'decides'), [line.slice(line.indexOf(' ') + 1)]);
      assert.ok(described.parts[0]?.forms.includes(line));
    });
  }

  for (const line of [
    'LD_PRELOAD=./x ls',
    'GIT_SSH_COMMAND=./x git fetch',
    'PATH=. ls',
    'NODE_OPTIONS=-r npm test',
    'BASH_ENV=x ls',
    'PAGER=./x git log',
    'FOO=1 ls',
    'CI=$X npm test',
    'TZ=/etc/passwd date',
    'LANG=../x ls',
    'A=1',
    'A=1 B=2',
  ]) {
    it(`ask: ${line}`, () => {
      assert.ok(liftsOf(describeLine(line)).includes('never'));
    });
  }

  it('say what a known one does', () => {
    const [part] = describeLine('LD_PRELOAD=./x ls').parts;
    assert.match(told(part)?.hazards[0]?.reason ?? '', /^LD_PRELOAD= loads code/);
  });
});
