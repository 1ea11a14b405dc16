import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { posixBash } from '../../../../src/adapters/process/bash';
import { spawnCommand, type CommandRequest } from '../../../../src/adapters/process/spawn-command';
import { systemClock } from '../../../../src/adapters/system/clock';
import { isRunning, request, runBash, startBash } from './command-run';

describe('running a command', () => {
  const texts: readonly (readonly [string, string, string])[] = [
    ['several lines', 'echo one\necho two', 'one\ntwo\n'],
    ['a subshell', '(cd / && pwd); echo out', '/\nout\n'],
    ['a here-document', 'cat <<END\na "b" $((1+1))\nEND', 'a "b" 2\n'],
    ['a list of commands', 'true && echo yes || echo no', 'yes\n'],
    ['quotes, backslashes and dollars', `printf '%s|' "a'b" 'c"d' e\\\\f '$x'`, `a'b|c"d|e\\f|$x|`],
    ['a function and a loop', 'f() { echo "<$1>"; }; for i in 1 2; do f $i; done', '<1>\n<2>\n'],
  ];
  for (const [title, command, stdout] of texts) {
    it(`runs ${title} exactly as given`, async () => {
      const run = await runBash(command);
      assert.deepEqual([run.stdout, run.exitCode], [stdout, 0]);
    });
  }

  it('runs a command of 10 KB', async () => {
    const text = 'word '.repeat(2000).trim();
    assert.equal((await runBash(`echo ${text}`)).stdout, `${text}\n`);
  });

  it('runs a text that begins with a dash as a command, not as an option of bash', async () => {
    const run = await runBash('-x');
    assert.equal(run.exitCode, 127);
    assert.match(run.stderr, /-x: command not found/);
  });

  for (const code of [0, 1, 2, 42, 126, 255]) {
    it(`000-envelope-1: exit_code is exact: ${code}`, async () => {
      const run = await runBash(`exit ${code}`);
      assert.deepEqual([run.exitCode, run.exitCodeKnown], [code, true]);
    });
  }

  it('000-envelope-1: a shell call always has an exit code: 128+n after a signal', async () => {
    const run = await runBash('kill -SEGV $$');
    assert.deepEqual([run.exitCode, run.exitCodeKnown, run.signal], [139, true, 'SIGSEGV']);
  });

  it('003-envelope-1: stdout and stderr are captured as separate streams', async () => {
    const run = await runBash('echo out; echo err >&2');
    assert.deepEqual([run.stdout, run.stderr], ['out\n', 'err\n']);
  });

  it('003-envelope-2: the combined output interleaves the streams in order of arrival', async () => {
    const running = await startBash('echo 1; read -r; echo 2 >&2; read -r; echo 3; read -r');
    const combined = () => running.output.read().combined;
    for (const line of ['1\n', '2\n', '3\n']) {
      // The order of simultaneous lines is unknown.
      while (!combined().endsWith(line)) await new Promise((resolve) => setImmediate(resolve));
      running.type('\n');
    }
    await running.exited;
    assert.equal(combined(), '1\n2\n3\n');
  });

  it('lets a command open its output by name', async () => {
    const run = await runBash(
      'echo a > /dev/stdout; echo b > /dev/stderr; echo c | tee /dev/stderr',
    );
    assert.deepEqual([run.stdout, run.stderr, run.exitCode], ['a\nc\n', 'b\nc\n', 0]);
  });

  it('keeps characters whole that are split across chunks', async () => {
    const run = await runBash(String.raw`printf 'x\xf0\x9f'; sleep 0.1; printf '\x98\x80y\n'`);
    assert.equal(run.combined, 'x😀y\n');
  });

  it('removes NUL and resolves rewritten lines', async () => {
    const run = await runBash(String.raw`printf 'a\0b\n10%%\r\e[K100%%\n\e[31mred\e[0m\n'`);
    assert.equal(run.stdout, 'ab\n100%\nred\n');
  });

  it('keeps a line of 10,000 characters', async () => {
    const run = await runBash(`printf 'x%.0s' {1..10000}; echo`);
    assert.equal(run.stdout, `${'x'.repeat(10_000)}\n`);
  });

  it('keeps output written right before the exit', async () => {
    const run = await runBash('seq 1 5000; exit 3');
    assert.ok(run.stdout.endsWith('\n5000\n'));
    assert.equal(run.exitCode, 3);
  });

  it('000-envelope-2: truncated is set exactly when output was cut', async () => {
    const exact = await runBash(`printf 'x%.0s' {1..1000}`, { outputByteLimit: 1000 });
    assert.equal(exact.truncated, false);
    const over = await runBash(`printf 'x%.0s' {1..1001}`, { outputByteLimit: 1000 });
    assert.equal(over.truncated, true);
    assert.equal(over.stdout, `${'x'.repeat(500)}\n… 1 bytes cut …\n${'x'.repeat(500)}`);
  });

  it('passes text on as it arrives, with its escape sequences', async () => {
    const seen: string[] = [];
    await runBash(String.raw`printf '\e[31mred'; printf no >&2`, {
      onText: (stream, text) => seen.push(`${stream} ${text}`),
    });
    assert.deepEqual(seen.sort(), ['stderr no', 'stdout \x1b[31mred']);
  });

  it('sends all output to every listener before the command counts as ended', async () => {
    const running = await startBash('for i in 1 2 3; do echo $i; sleep 0.06; done; printf end');
    let seen = '';
    running.output.onText((text) => (seen += text));
    await running.exited;
    assert.equal(seen, '1\n2\n3\nend');
  });

  it('types into standard input and closes it', async () => {
    const running = await startBash('read -r line; echo "got $line"; cat; echo done');
    running.type('hello\nrest');
    running.closeInput();
    await running.exited;
    assert.equal(running.output.read().stdout, 'got hello\nrestdone\n');
  });

  it('survives typing into a command that has ended', async () => {
    const running = await startBash('true');
    await running.exited;
    running.type('late\n');
    running.closeInput();
    assert.equal((await running.exited).exitCode, 0);
  });

  it('is not delayed by a background child that keeps the pipes open', async () => {
    const running = await startBash('sleep 1000 & echo $!; exit 5');
    const status = await running.exited;
    assert.equal(status.exitCode, 5);
    const pid = Number(running.output.read().stdout);
    assert.equal(await isRunning(pid), true);
    await running.kill();
    assert.equal(await isRunning(pid), false);
  });

  it('kills a tree three deep that ignores TERM', async () => {
    const level = (inner: string): string => `trap "" TERM; echo $BASHPID; ${inner}; true`;
    const running = await startBash(level(`(${level(`(${level('sleep 1000')})`)})`));
    while (running.output.read().stdout.split('\n').length < 4) {
      await new Promise((resolve) => running.output.onText(resolve));
    }
    const pids = running.output.read().stdout.trim().split('\n').map(Number);
    assert.equal(new Set(pids).size, 3);
    await running.kill();
    assert.deepEqual(await Promise.all(pids.map(isRunning)), [false, false, false]);
    assert.deepEqual(await running.exited, {
      exitCode: 137,
      exitCodeKnown: true,
      signal: 'SIGKILL',
    });
  });

  it('lets a command clean up when it is asked to exit', async () => {
    const running = await startBash('trap "echo clean; exit 9" TERM; echo up; sleep 1000 & wait');
    await new Promise((resolve) => running.output.onText(resolve));
    await running.kill();
    assert.equal((await running.exited).exitCode, 9);
    assert.equal(running.output.read().stdout, 'up\nclean\n');
  });

  it('kills immediately when there is no time to wait', async () => {
    const running = await startBash('trap "" TERM; sleep 1000; true');
    running.killNow();
    assert.equal((await running.exited).signal, 'SIGKILL');
  });

  it('runs in the given folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-test-'));
    const run = await runBash('pwd -P', { cwd: folder });
    await rm(folder, { recursive: true });
    assert.equal(run.stdout, `${folder}\n`);
  });
});

describe('a command that cannot be started', () => {
  const refused = async (command: string, more: Partial<CommandRequest> = {}) => {
    const started = await spawnCommand(request(command, more), systemClock);
    assert.ok(!started.ok);
    return started.failure;
  };

  it('reports a folder that does not exist', async () => {
    assert.equal((await refused('true', { cwd: '/no/such/folder' })).errorCode, 'execution');
  });

  for (const [what, more, category] of [
    ['a folder that does not exist', { cwd: '/no/such/folder' }, 'permanent_failure'],
    ['a program that may not be run', { shell: posixBash('/') }, 'policy_blocked'],
  ] as const) {
    it(`003-errors-4: classifies ${what} by its errno: ${category}`, async () => {
      assert.equal((await refused('true', more)).category, category);
    });
  }

  it('reports a text with a NUL character', async () => {
    assert.equal((await refused('echo a\0b')).errorCode, 'validation');
  });

  it('reports a text that is too long for the machine, with a remedy', async () => {
    const failed = await refused(`: ${'x'.repeat(3_000_000)}`);
    assert.match(failed.message, /too long/);
    assert.match(failed.suggestion, /script file/);
  });
});
