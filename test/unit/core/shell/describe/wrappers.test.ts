import assert from 'node:assert/strict';
import { describeLine, liftsOf, textsOf } from '../../../fakes/described-command';

describe('wrappers (decision shell-wrappers)', () => {
  const transparent: readonly (readonly [string, string])[] = [
    ['timeout 5 npm test', 'npm test'],
    ['timeout -s KILL -k 5 10s npm test', 'npm test'],
    ['timeout --signal=KILL --preserve-status 1.5m npm test', 'npm test'],
    ['timeout --signal KILL 5 npm test', 'npm test'],
    ['nice -n 5 npm test', 'npm test'],
    ['nice -5 npm test', 'npm test'],
    ['nice --adjustment=5 npm test', 'npm test'],
    ['ionice -c 2 -n 7 npm test', 'npm test'],
    ['nohup npm test', 'npm test'],
    ['setsid -w npm test', 'npm test'],
    ['stdbuf -oL -e 0 npm test', 'npm test'],
    ['time -p npm test', 'npm test'],
    ['command -p npm test', 'npm test'],
    ['builtin echo hi', 'echo hi'],
    ['coproc npm test', 'npm test'],
    ['env CI=1 npm test', 'npm test'],
    ['env -i -u HOME -- npm test', 'npm test'],
    ['chrt -b 0 npm test', 'npm test'],
    ['taskset -c 0,1 npm test', 'npm test'],
    ['unbuffer npm test', 'npm test'],
    ['caffeinate -i npm test', 'npm test'],
    ['/usr/bin/timeout 5 npm test', 'npm test'],
    ['timeout 5 nice -n 3 env CI=1 npm test', 'npm test'],
  ];
  for (const [line, inner] of transparent) {
    it(`lets the inner command decide: ${line}`, () => {
      const described = describeLine(line);
      assert.deepEqual(textsOf(described, 'decides'), [inner]);
      assert.deepEqual(liftsOf(described), []);
      assert.ok(textsOf(described, 'tightens').includes(line));
      const part = described.parts.find(({ role }) => role === 'decides');
      assert.ok(part?.forms.includes(line), 'a rule that tightens may name the whole');
    });
  }

  const unsure = [
    'timeout --weird 5 rm x',
    'timeout abc rm x',
    'nice --sort rm x',
    'env -S rm rm x',
    'stdbuf -Z rm x',
    './timeout 5 rm x',
    '/tmp/nice rm x',
    'setsid -Q rm x',
  ];
  for (const line of unsure) {
    it(`needs more than a rule for the inner command: ${line}`, () => {
      const described = describeLine(line);
      assert.deepEqual(textsOf(described, 'decides'), [line]);
      assert.notDeepEqual(liftsOf(described), []);
      assert.ok(textsOf(described, 'tightens').includes('rm x'), 'rules that deny find it');
    });
  }

  it('asks about env alone, which shows every variable', () => {
    assert.deepEqual(liftsOf(describeLine('env')), ['never']);
  });

  it('treats `command -v` as a lookup, not as a wrapper', () => {
    assert.deepEqual(textsOf(describeLine('command -v node'), 'decides'), ['command -v node']);
  });

  it('asks about variables behind env as about those before a program', () => {
    assert.deepEqual(liftsOf(describeLine('env LD_PRELOAD=./x npm test')), ['never']);
  });

  it('runs the inner command in the folder of `env -C`', () => {
    const { parts } = describeLine('env -C sub cat x');
    assert.ok(parts.some(({ paths }) => paths.some(({ given }) => given === 'sub/x')));
  });

  const elevated: readonly (readonly [string, string])[] = [
    ['sudo -u root rm x', 'rm x'],
    ['sudo A=1 rm x', 'rm x'],
    ['doas -u root rm x', 'rm x'],
    ["su -c 'rm x' root", 'rm x'],
    ["su root -c 'rm x'", 'rm x'],
    ['pkexec rm x', 'rm x'],
    ['chroot /x rm x', 'rm x'],
    ['ssh -p 22 host rm x', 'rm x'],
    ["ssh host 'ls; rm x'", 'rm x'],
    ['docker run --rm -e A=1 alpine rm x', 'rm x'],
    ["docker exec -it web sh -c 'rm x'", 'rm x'],
    ['docker compose exec web rm x', 'rm x'],
    ['kubectl exec pod -- rm x', 'rm x'],
    ['npx rm x', 'rm x'],
    ['uv run rm x', 'rm x'],
    ['python3 -m rm x', 'rm x'],
    ['bundle exec rm x', 'rm x'],
    ["git rebase -x 'rm x' main", 'rm x'],
    ['git bisect run rm x', 'rm x'],
    ['xargs -0 -n 1 rm x', 'rm x'],
    ['find . -exec rm x ;', 'rm x'],
    ['fd -x rm x', 'rm x'],
    ['watch -n 1 rm x', 'rm x'],
    ["flock lock -c 'rm x'", 'rm x'],
    ['strace -f -o out rm x', 'rm x'],
    ["script -c 'rm x'", 'rm x'],
    ['parallel rm x', 'rm x'],
    ["sudo timeout 5 bash -c 'rm x'", 'rm x'],
  ];
  for (const [line, inner] of elevated) {
    it(`needs a rule of its own, and finds what a deny is about: ${line}`, () => {
      const described = describeLine(line);
      assert.deepEqual(textsOf(described, 'decides'), [line.replaceAll("'", '')]);
      assert.ok(textsOf(described, 'tightens').includes(inner));
    });
  }

  it('needs runner and inner program in the rule', () => {
    assert.deepEqual(liftsOf(describeLine('xargs -0 grep -l x')), ['xargs grep']);
    assert.deepEqual(liftsOf(describeLine('xargs')), []);
    assert.deepEqual(liftsOf(describeLine('script')), ['never']);
  });

  it('counts what the inner command does against the outer one', () => {
    assert.ok(liftsOf(describeLine('xargs sed -i s/a/b/')).includes('-i'));
    assert.ok(liftsOf(describeLine('sudo git -c a=b log')).includes('-c'));
  });

  it('guesses nothing that would block: the dot in docker exec is no command', () => {
    assert.deepEqual(describeLine('docker exec --weird web ls .').blocked, []);
  });

  it('reads forty levels of nesting, and asks below', () => {
    const described = describeLine(`${'timeout 1 '.repeat(100)}rm x`);
    assert.ok(textsOf(described, 'tightens').includes('rm x'));
    assert.ok(liftsOf(described).includes('never'));
  });
});
