import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { commandEnvironment } from '../../../src/adapters/process/environment';
import { findBash } from '../../../src/adapters/process/bash';
import { spawnCommand } from '../../../src/adapters/process/spawn-command';
import { systemClock } from '../../../src/adapters/system/clock';
import { openStore } from '../store/open-store';
import { succeed } from '../../../src/core/contracts/failure';

/** 100 MB of lines, as a build writes them, and a little on the other stream. */
const floodBytes = 100 * 1024 * 1024;
/** Bytes that memory holds; ten times as many are kept on disk. */
const heldBytes = 1024 * 1024;
/** Before it, twice: what the extension host does once, as compiling code, is not measured. */
const warmUpBytes = 16 * 1024 * 1024;
const line =
  '[12:00:00] src/module/file.ts(120,14): a line of output as builds write them, with text';
const commandOf = (bytes: number): string =>
  `yes '${line}' | head -c ${String(bytes)}; echo done >&2; exit 7`;

/**
 * One flood in a process of its own, `ours`, `stored` or `bare`: prints what it took as JSON.
 * `stored` also keeps it on disk, redacted, as for the store. The bare one counts the bytes of two
 * pipes and does nothing else.
 */
async function main(subject: string): Promise<void> {
  const lag = monitorEventLoopDelay({ resolution: 1 });
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const runs = subject === 'bare' ? bare : (bytes: number) => ours(bytes, subject === 'stored');
  for (let count = 0; count < 2; count += 1) await runs(warmUpBytes);
  lag.enable();
  const used = process.cpuUsage();
  const began = performance.now();
  const code = await runs(floodBytes);
  const ms = performance.now() - began;
  // Of this process, which is the extension host's: the command has its own.
  const { user, system } = process.cpuUsage(used);
  lag.disable();
  clearInterval(watching);
  if (code !== 7) throw new Error(`The command ended with ${String(code)}.`);
  const cpuMs = (user + system) / 1000;
  const result = { ms, cpuMs, lagMs: lag.max / 1e6, grownBytes: peak - before };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

async function ours(bytes: number, isStored: boolean): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-flood-'));
  const thread = { sqlJsWasm: '', program: '' }; // Not asked.
  const store = openStore({ folder, ...thread, overflowMaxBytes: 10 * heldBytes });
  const env = commandEnvironment([process.env], process.platform);
  const shell = await findBash({ env, roots: [], platform: process.platform, handedOn: [] });
  if (!shell.ok) throw new Error(shell.failure.message);
  const started = await spawnCommand(
    {
      shell: shell.value,
      command: commandOf(bytes),
      cwd: process.cwd(),
      env,
      outputByteLimit: heldBytes,
      ...(isStored && { spool: store.spools.open(heldBytes, 'chat') }),
      onText: () => undefined,
      record: () => Promise.resolve(succeed({ remove: () => Promise.resolve() })),
      signal: new AbortController().signal,
    },
    systemClock,
  );
  if (!started.ok) throw new Error(started.failure.message);
  const { exitCode } = await started.value.exited;
  const { stdout, stderr, truncated, spooled } = started.value.output.read();
  if (isStored !== (spooled?.bytes === bytes + 5)) throw new Error('Not all was on disk.');
  await store.close();
  await rm(folder, { recursive: true });
  if (!truncated || stderr !== 'done\n' || !stdout.startsWith(line)) {
    throw new Error('The output was not captured as it should be.');
  }
  return exitCode;
}

async function bare(bytes: number): Promise<number> {
  const child = spawn('/bin/bash', ['-c', commandOf(bytes)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let count = 0;
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.on('data', (chunk: Buffer) => {
      count += chunk.length;
    });
  }
  await once(child, 'close');
  if (count < bytes) throw new Error('Bytes are missing.');
  return child.exitCode ?? -1;
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
