import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const source = `
  import { createCommandJournal } from './src/adapters/process/command-journal';
  import { commandMark } from './src/adapters/process/command-processes';
  import { posixBash } from './src/adapters/process/bash';
  import { spawnCommand } from './src/adapters/process/spawn-command';
  import { systemClock } from './src/adapters/system/clock';

  const [folder, id, command] = process.argv.slice(2);
  const journal = createCommandJournal({ folder, log: console.error }, systemClock);
  const facts = { id, sessionId: 'chat', toolCallId: 'call', command, cwd: '/' };
  void spawnCommand({
    shell: posixBash('/bin/bash'),
    command,
    cwd: '/',
    env: { PATH: process.env.PATH, ...commandMark(facts.id) },
    outputByteLimit: 1000,
    onText: (_stream, text) => process.stdout.write(text),
    record: (pid) => journal.record(facts, pid),
    signal: new AbortController().signal,
  }, systemClock);
  setInterval(() => undefined, 1000);
`;

/** A separate host that runs recorded commands and is killed meanwhile. */
export interface DyingHost {
  /** Runs a command until it has written `lines` lines, then kills the host; returns the lines. */
  dieDuring(id: string, command: string, lines: number): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export async function createDyingHost(workFolder: string, records: string): Promise<DyingHost> {
  const file = path.join(workFolder, 'host.cjs');
  await esbuild.build({
    bundle: true,
    logLevel: 'silent',
    outfile: file,
    platform: 'node',
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
  });
  return {
    dieDuring: async (id, command, lines) => {
      const host = spawn(process.execPath, [file, records, id, command], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      host.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      while (output.split('\n').length <= lines) await once(host.stdout, 'data');
      host.kill('SIGKILL');
      await once(host, 'exit');
      return output.trimEnd().split('\n');
    },
    remove: () => rm(file),
  };
}
