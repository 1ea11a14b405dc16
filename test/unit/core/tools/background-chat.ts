import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import type { BackgroundStopper, CommandEnd } from '../../../../src/core/ports/terminals';
import bashKill from '../../../../src/core/tools/bash-kill';
import bashOutput from '../../../../src/core/tools/bash-output';
import { HostBackgroundCommands } from '../../../../src/host/background/background-commands';
import type { OutputFilters } from '../../../../src/core/ports/output-filters';
import { createFakeClock } from '../../fakes/clock';
import { noFilters } from '../../fakes/filters';
import { createFakeTerminals, type FakeCommand } from '../../fakes/terminals';
import { capabilitiesWith, runTool } from './run-tool';

/** Lets everything happen that does not wait for time. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface StartedCommand {
  readonly id: string;
  readonly running: FakeCommand;
  readonly exit: (exitCode: number) => Promise<void>;
}

/** The tools of a chat, over commands that a test starts, feeds and ends. */
export function createBackgroundChat(filters: OutputFilters = noFilters) {
  const clock = createFakeClock();
  const background = new HostBackgroundCommands(clock);
  const terminals = createFakeTerminals();
  const caps = capabilitiesWith({ clock, background, filters });
  const tools = { output: bindTool(bashOutput, caps), kill: bindTool(bashKill, caps) };
  /** `early` is what its call has answered of its output. */
  const startIn = async (
    sessionId: string,
    command: string,
    early = '',
  ): Promise<StartedCommand> => {
    const request = { sessionId, command, cwd: '/ws', outputByteLimit: 1000 };
    await terminals.create(request);
    const running = terminals.commands.at(-1);
    assert.ok(running);
    running.write('stdout', early);
    let stopped: BackgroundStopper | undefined;
    const ended = running.waitForExit(new AbortController().signal).then((exit): CommandEnd => {
      assert.ok(exit);
      return { exit, stopped };
    });
    const stop = (by: BackgroundStopper): Promise<void> => {
      stopped ??= by;
      return running.kill();
    };
    const toolCallId = `call-${terminals.commands.length}`;
    const id = background.add({ sessionId, toolCallId, command, handle: running, ended, stop });
    assert.ok(id !== undefined);
    const exit = (exitCode: number): Promise<void> => {
      running.exit({ exitCode, exitCodeKnown: true });
      return settled();
    };
    return { id, running, exit };
  };
  return {
    clock,
    background,
    terminals,
    startIn,
    /** In the chat that the tools run for. */
    start: (command = 'npm start') => startIn('s1', command),
    output: (args: unknown = {}, signal?: AbortSignal) => runTool(tools.output, args, signal),
    kill: (id: string) => runTool(tools.kill, { id }),
  };
}
