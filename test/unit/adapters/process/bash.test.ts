import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  gitBash,
  heldArguments,
  posixBash,
  releaseLine,
  wslBash,
  bashCandidates,
  findBash,
  wslCandidate,
  type Shell,
} from '../../../../src/adapters/process/bash';

const options = ['--noprofile', '--norc', '-c', '--'];

describe('calling bash', () => {
  it('on POSIX runs without start-up files, with the text as one argument', () => {
    const shell = posixBash('/bin/bash');
    assert.equal(shell.file, '/bin/bash');
    assert.deepEqual(shell.argumentsFor('-x; "y"', '/w'), [...options, '-x; "y"']);
    assert.deepEqual(shell.environmentFor({ A: '1' }), { A: '1' });
  });

  it('with Git Bash does the same, and its start-up expands no file names in the text', () => {
    const shell = gitBash('C:\\Git\\bin\\bash.exe');
    assert.deepEqual(shell.argumentsFor('./a*', 'C:\\w'), [...options, './a*']);
    assert.deepEqual(shell.environmentFor({ A: '1' }), { A: '1', MSYS: 'noglob' });
    const mine = shell.environmentFor({ MSYS: 'winsymlinks:nativestrict' });
    assert.deepEqual(mine, { MSYS: 'winsymlinks:nativestrict noglob' });
  });

  it('with WSL passes the folder and the text as arguments, and only the named variables', () => {
    const shell = wslBash('C:\\Windows\\System32\\wsl.exe', ['PAGER', 'FORCE_COLOR', 'MINE']);
    assert.deepEqual(shell.argumentsFor('ls', 'C:\\work'), [
      '--cd',
      'C:\\work',
      '-e',
      'bash',
      ...options,
      'ls',
    ]);
    const env = shell.environmentFor({ PAGER: 'cat', MINE: '1', Path: 'C:\\x', WSLENV: 'Path/l' });
    assert.equal(env['WSLENV'], 'PAGER:MINE');
  });
});

describe('a held start', () => {
  /** Starts a held command, sends `line` to the gate, and returns the output. */
  async function held(command: string, line: string, env: NodeJS.ProcessEnv = process.env) {
    const shell = posixBash('/bin/bash');
    const child = spawn(shell.file, heldArguments(shell, command, '/'), {
      env,
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    const gate = child.stdio[3];
    assert.ok(gate instanceof Writable);
    gate.end(line);
    const exited = once(child, 'exit');
    const stdout = await textOf(child.stdout);
    await exited;
    return { stdout, code: child.exitCode, signal: child.signalCode };
  }

  async function direct(command: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
    const shell = posixBash('/bin/bash');
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    const child = spawn(shell.file, shell.argumentsFor(command, '/'), { env, stdio: [...stdio] });
    return textOf(child.stdout);
  }

  function textOf(stream: Readable | null): Promise<string> {
    assert.ok(stream);
    return text(stream);
  }

  for (const [what, line] of [
    ['its line does not come', ''],
    ['the line is cut off', 'run'],
    ['another line comes', 'go\n'],
  ] as const) {
    it(`runs nothing and exits with 125 when ${what}`, async () => {
      const run = await held('echo ran', line);
      assert.deepEqual([run.stdout, run.code], ['', 125]);
    });
  }

  it('000-envelope-1: returns the exit code and the signal of the command', async () => {
    assert.equal((await held('exit 42', releaseLine)).code, 42);
    assert.equal((await held('exit 125', releaseLine)).code, 125);
    assert.equal((await held('kill -KILL $$', releaseLine)).signal, 'SIGKILL');
  });

  const same: readonly (readonly [string, string])[] = [
    ['its own name and arguments', 'echo "$0|$#|$*"'],
    ['its own text', 'echo "$BASH_EXECUTION_STRING"'],
    ['its options', 'echo "$-|$SHELLOPTS|$BASHOPTS"'],
    ['its descriptors', 'for d in /proc/$$/fd/*; do echo "${d##*/}"; done'],
    ['its signals', 'grep -E "^Sig(Blk|Ign|Cgt)" /proc/$$/status'],
    ['its limits', 'ulimit -a'],
    ['what follows an error', 'set -e; false; echo no'],
  ];
  for (const [what, command] of same) {
    it(`does not change ${what}`, async () => {
      assert.equal((await held(command, releaseLine)).stdout, await direct(command));
    });
  }

  it('does not change the environment', async () => {
    const env = {
      PATH: process.env['PATH'],
      SHLVL: '3',
      REPLY: 'mine',
      IFS: ':',
      'a.b': 'c',
      _: 'x',
    };
    const lines = (all: string): readonly string[] =>
      all
        .split('\n')
        .filter((line) => !line.startsWith('_='))
        .sort();
    const run = await held('/usr/bin/env; set', releaseLine, env);
    const expected = await direct('/usr/bin/env; set', env);
    const varying = /^(BASHPID|PPID|SRANDOM|RANDOM|EPOCH\w+|SECONDS|BASH_\w+)=/;
    const settled = (all: string) => lines(all).filter((line) => !varying.test(line));
    assert.deepEqual(settled(run.stdout), settled(expected));
  });

  it('passes every text on unchanged', async () => {
    const word = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => !one.includes('\0'));
    await fc.assert(
      fc.asyncProperty(word, async (one) => {
        const quoted = `'${one.replaceAll("'", "'\\''")}'`;
        const run = await held(`printf %s ${quoted}`, releaseLine);
        assert.equal(run.stdout, one);
      }),
      { numRuns: 25 },
    );
  });
});

const linux = { platform: 'linux', handedOn: [] } as const;

function filesOf(shells: readonly Shell[]): readonly string[] {
  return shells.map(({ file }) => file);
}

describe('finding bash', () => {
  it('prefers the system bash to any on the PATH', async () => {
    const env = { PATH: '/somewhere:/bin' };
    const found = await findBash({ ...linux, env, roots: ['/workspace'] });
    assert.equal(found.ok && found.value.file, '/bin/bash');
  });

  it('skips relative and empty PATH entries', () => {
    const env = { PATH: '.:bin::/opt/bin:../x' };
    assert.deepEqual(filesOf(bashCandidates({ env, platform: 'linux' })), [
      '/bin/bash',
      '/opt/bin/bash',
    ]);
  });

  it("on Windows uses Git's bash, and never the one that starts a Linux machine", () => {
    const env = {
      Path: 'C:\\Windows\\System32;tools;D:\\Git\\bin',
      SystemRoot: 'C:\\Windows',
      ProgramFiles: 'C:\\Program Files',
    };
    assert.deepEqual(filesOf(bashCandidates({ env, platform: 'win32' })), [
      'C:\\Program Files\\Git\\bin\\bash.exe',
      'D:\\Git\\bin\\bash.exe',
    ]);
  });

  it('on Windows without Git uses the bash of WSL, by its path in the system folder', () => {
    const found = wslCandidate({
      env: { systemroot: 'D:\\Windows', PATH: 'C:\\planted' },
      platform: 'win32',
      handedOn: [],
    });
    assert.equal(found?.file, 'D:\\Windows\\System32\\wsl.exe');
    assert.equal(wslCandidate({ env: {}, platform: 'linux', handedOn: [] }), undefined);
  });

  it('on Windows without either says what to install', async () => {
    const search = { env: {}, roots: [], platform: 'win32', handedOn: [] } as const;
    const found = await findBash(search);
    assert.ok(!found.ok);
    assert.equal(found.failure.errorCode, 'unavailable');
    assert.match(found.failure.suggestion, /Git for Windows.*wsl --install/);
  });

  describe('in a workspace that contains its own bash', () => {
    let root = '';
    let outside = '';

    before(async () => {
      root = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-test-')));
      outside = await realpath(await mkdtemp(path.join(tmpdir(), 'gatehouse-test-')));
      await mkdir(path.join(root, 'bin'));
      await writeFile(path.join(root, 'bin', 'bash'), '#!/bin/sh\n');
      await chmod(path.join(root, 'bin', 'bash'), 0o755);
      await symlink(path.join(root, 'bin', 'bash'), path.join(outside, 'bash'));
    });

    after(async () => {
      await rm(root, { recursive: true });
      await rm(outside, { recursive: true });
    });

    const planted = (programs: string, roots: readonly string[]) =>
      findBash({ ...linux, env: { PATH: programs }, roots });

    it('finds that bash only if no root forbids it', async () => {
      const found = await planted(`${root}/bin`, ['/bin', await realpath('/bin')]);
      assert.equal(found.ok && found.value.file, path.join(root, 'bin', 'bash'));
    });

    it('never returns one inside the roots, nor a link to it', async () => {
      // With the system's bash inside a root none is left, so it fails.
      const found = await planted(`${root}/bin:${outside}`, [root, '/bin', await realpath('/bin')]);
      assert.equal(!found.ok && found.failure.errorCode, 'unavailable');
    });
  });
});
