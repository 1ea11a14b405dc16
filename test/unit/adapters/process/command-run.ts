import assert from 'node:assert/strict';
import { commandEnvironment } from '../../../../src/adapters/process/environment';
import type { ExitStatus, RunningCommand } from '../../../../src/adapters/process/running-command';
import { posixBash } from '../../../../src/adapters/process/bash';
import { spawnCommand, type CommandRequest } from '../../../../src/adapters/process/spawn-command';
import { systemClock } from '../../../../src/adapters/system/clock';
import { succeed } from '../../../../src/core/contracts/failure';
import type { TerminalOutput } from '../../../../src/core/ports/terminals';

/** A command without a record. */
export function request(command: string, more: Partial<CommandRequest> = {}): CommandRequest {
  return {
    shell: posixBash('/bin/bash'),
    command,
    cwd: process.cwd(),
    env: commandEnvironment([process.env], process.platform),
    outputByteLimit: 64 * 1024,
    onText: () => undefined,
    record: () => Promise.resolve(succeed({ remove: () => Promise.resolve() })),
    signal: new AbortController().signal,
    ...more,
  };
}

export async function startBash(
  command: string,
  more: Partial<CommandRequest> = {},
): Promise<RunningCommand> {
  const started = await spawnCommand(request(command, more), systemClock);
  assert.ok(started.ok);
  return started.value;
}

/** Runs a command to its end, without input. */
export async function runBash(
  command: string,
  more: Partial<CommandRequest> = {},
): Promise<TerminalOutput & ExitStatus> {
  const running = await startBash(command, more);
  running.closeInput();
  const status = await running.exited;
  return { ...running.output.read(), ...status };
}

/** True if the process exists and is not a zombie. */
export async function isRunning(pid: number): Promise<boolean> {
  const { stdout } = await runBash(`ps -o stat= -p ${String(pid)}`);
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
