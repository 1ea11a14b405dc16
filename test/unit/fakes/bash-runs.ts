import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * No program exists, so bash passes every command to this function, which prints it in one write.
 */
const driver = `
command_not_found_handle() {
  local IFS=$'\\x02' words
  words="$*"
  printf '%s\\x03' "\${words//$'\\n'/^}" >&9
  [[ $1 == t* ]]
}
PATH=/nonexistent
eval "$1"
wait
`;

/**
 * The commands that bash runs for a text if no program exists: the words of each, newlines as `^`.
 */
export function runInBash(text: string): readonly (readonly string[])[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'bash-runs-'));
  const log = path.join(folder, 'log');
  try {
    spawnSync(
      'bash',
      ['--noprofile', '--norc', '-c', `exec 9>>'${log}'\n${driver}`, 'bash', text],
      {
        cwd: folder,
        env: { HOME: '~', PATH: process.env['PATH'] },
        input: '',
        killSignal: 'SIGKILL',
        timeout: 5_000,
      },
    );
    return readFileSync(log, 'utf8')
      .split('\u0003')
      .filter((entry) => entry !== '')
      .map((entry) => entry.split('\u0002'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The arguments that bash makes of words, each written as in a script; undefined if it rejects one.
 */
export function expandInBash(words: readonly string[]): readonly string[] | undefined {
  const script = words.map((word) => `printf '%s\\0' ${word}\n`).join('');
  const run = spawnSync('bash', ['--noprofile', '--norc', '-c', script], {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { HOME: '~', LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] },
  });
  if (run.status !== 0 || run.stderr !== '') return undefined;
  return run.stdout.split('\0').slice(0, -1);
}
