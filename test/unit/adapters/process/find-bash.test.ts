import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bashCandidates, findBash, wslCandidate } from '../../../../src/adapters/process/find-bash';
import type { Shell } from '../../../../src/adapters/process/shell';

const linux = { platform: 'linux', handedOn: [] } as const;

function filesOf(shells: readonly Shell[]): readonly string[] {
  return shells.map(({ file }) => file);
}

describe('finding bash', () => {
  it('takes the system’s own before any on the PATH', async () => {
    const env = { PATH: '/somewhere:/bin' };
    const found = await findBash({ ...linux, env, roots: ['/workspace'] });
    assert.equal(found.ok && found.value.file, '/bin/bash');
  });

  it('passes over relative and empty PATH entries', () => {
    const env = { PATH: '.:bin::/opt/bin:../x' };
    assert.deepEqual(filesOf(bashCandidates({ env, platform: 'linux' })), [
      '/bin/bash',
      '/opt/bin/bash',
    ]);
  });

  it('on Windows takes Git’s bash, and never the one that starts a Linux machine', () => {
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

  it('on Windows without Git takes the bash of WSL, by its path in the system folder', () => {
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

  describe('in a workspace that plants one', () => {
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

    it('finds the planted one only where no root forbids it', async () => {
      const found = await planted(`${root}/bin`, ['/bin', await realpath('/bin')]);
      assert.equal(found.ok && found.value.file, path.join(root, 'bin', 'bash'));
    });

    it('never answers one inside the roots, nor a link to it', async () => {
      // With the system's bash in a root nothing else is left, and the answer is a failure.
      const found = await planted(`${root}/bin:${outside}`, [root, '/bin', await realpath('/bin')]);
      assert.equal(!found.ok && found.failure.errorCode, 'unavailable');
    });
  });
});
