import { execFile } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Fake programs that only record their start. */
const recorded = ['ls', 'git', 'cat', 'npm', 'rm', 'touch', 'make', 'wc', 'head', 'id'];
/** Real programs that start the command in their arguments. */
const starters = ['timeout', 'env', 'nice', 'nohup', 'bash', 'xargs'];

export interface BashRun {
  /** Names of programs that ran. */
  readonly programs: readonly string[];
  /** Names of new files. */
  readonly made: readonly string[];
}

/** A folder in which bash runs a text that finds only our programs. */
export function createBashFolder(base: string): (text: string) => Promise<BashRun> {
  const bin = path.join(base, 'bin');
  const folder = path.join(base, 'run');
  const log = path.join(base, 'log');
  mkdirSync(bin);
  mkdirSync(folder);
  for (const name of recorded) {
    const file = path.join(bin, name);
    writeFileSync(file, `#!/bin/sh\necho '${name}' >> '${log}'\n`);
    chmodSync(file, 0o755);
  }
  for (const name of starters) symlinkSync(whereIs(name), path.join(bin, name));
  return async (text) => {
    writeFileSync(log, '');
    const known = readdirSync(folder);
    await run(text, { folder, bin });
    const programs = readFileSync(log, 'utf8')
      .split('\n')
      .filter((name) => name !== '');
    return { programs, made: readdirSync(folder).filter((name) => !known.includes(name)) };
  };
}

function whereIs(name: string): string {
  const found = ['/usr/bin', '/bin'].find((folder) => readdirSync(folder).includes(name));
  return path.join(found ?? '/usr/bin', name);
}

/** The exit does not matter, only the effects. */
function run(text: string, { folder, bin }: { readonly folder: string; readonly bin: string }) {
  return new Promise<void>((resolve) => {
    const env = { PATH: bin, HOME: folder };
    const args = ['--noprofile', '--norc', '-c', text];
    const options = { cwd: folder, env, timeout: 10_000 };
    const child = execFile('/bin/bash', args, options, () => {
      resolve();
    });
    child.stdin?.end();
  });
}
