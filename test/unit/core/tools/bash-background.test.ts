import assert from 'node:assert/strict';
import type { ToolProgress } from '../../../../src/core/contracts/calls/outcome';
import bash from '../../../../src/core/tools/bash';
import { HostBackgroundCommands } from '../../../../src/host/background/background-commands';
import { createFakeClock } from '../../fakes/clock';
import { noFilters } from '../../fakes/filters';
import { createFakeTerminals } from '../../fakes/terminals';

type BashInput = Parameters<typeof bash.run>[0];

const softMs = 120_000;
const hardMs = 600_000;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const exited = (exitCode: number) => ({ exitCode, exitCodeKnown: true });

function setUp(mayContinue = true) {
  const clock = createFakeClock();
  const terminals = createFakeTerminals();
  const background = new HostBackgroundCommands(clock);
  const progress: ToolProgress[] = [];
  const cancel = new AbortController();
  const caps = {
    clock,
    terminals,
    background,
    filters: noFilters,
    shellLimits: { softMs: () => softMs, hardMs: () => hardMs, outputBytes: () => 1000 },
    workspace: {
      roots: () => ['/ws'],
      ownFolders: () => [],
      storageFolders: () => [],
      isTrusted: () => true,
      caseSensitive: () => true,
      separator: () => '/' as const,
    },
  };
  const run = (args: Partial<BashInput> = {}) => {
    const context = {
      toolCallId: `call-${terminals.commands.length}`,
      sessionId: 'chat',
      signal: cancel.signal,
      progress: (update: ToolProgress) => progress.push(update),
      slices: { get: () => undefined, set: () => undefined },
      mayContinue,
    };
    return bash.run({ command: 'cmd', ...args }, context, caps);
  };
  const start = async (args?: Partial<BashInput>) => {
    const answer = run(args);
    await settled();
    const running = terminals.commands.at(-1);
    assert.ok(running);
    return { answer, running };
  };
  /** Fills the background with as many commands as may run there. */
  const fill = async () => {
    for (let count = 0; count < 8; count += 1) {
      const { answer } = await start({ background: true });
      clock.advance(1000);
      await answer;
    }
  };
  return { clock, terminals, background, progress, cancel, run, start, fill };
}

describe('bash, in the background', () => {
  it('decision 38: returns exit_code_known false and a handle, and reports its end later', async () => {
    const { start, clock, background } = setUp();
    const { answer, running } = await start({ background: true });
    running.write('stdout', 'listening\n');
    clock.advance(1000);
    const result = await answer;
    assert.ok(result.ok);
    const { exit_code, exit_code_known, background_id, summary } = result.value;
    assert.deepEqual([exit_code, exit_code_known, background_id], [-1, false, 'bg1']);
    assert.match(summary, /^listening\n\[.* after 1 second\. .* bg1 .*bash_output.*bash_kill\.\]$/);
    assert.equal(background.list('chat')[0]?.toolCallId, 'call-0');

    running.write('stdout', 'more\n');
    running.exit(exited(3));
    const end = await result.continues;
    assert.ok(end?.ok);
    assert.deepEqual([end.value.exit_code, end.value.exit_code_known, end.failed], [3, true, true]);
    assert.equal(end.value.stdout, 'listening\nmore\n');
    assert.equal(running.calls.release, 1);
  });

  it('a command that ends within its first second is answered like any other', async () => {
    const { start, background } = setUp();
    const { answer, running } = await start({ background: true });
    running.write('stderr', 'address in use\n');
    running.exit(exited(1));
    const result = await answer;
    assert.ok(result.ok);
    assert.deepEqual([result.value.exit_code, result.continues], [1, undefined]);
    assert.deepEqual(background.list('chat'), []);
  });

  it('003-timeout-1: timeout sets how long this call is waited for', async () => {
    const { start, clock } = setUp();
    const { answer, running } = await start({ timeout: 5 });
    running.write('stdout', 'x\n');
    clock.advance(5000);
    const result = await answer;
    assert.ok(result.ok);
    assert.match(result.value.summary, /still runs after 5 seconds/);
  });

  it('decision 29: no timeout reaches beyond the hard limit', async () => {
    const { start, clock } = setUp();
    const { answer } = await start({ timeout: 86_400 });
    clock.advance(hardMs);
    const result = await answer;
    assert.equal(!result.ok && result.failure.errorCode, 'timeout');
  });

  it('decision 29: the hard limit ends it there too, and its end says so', async () => {
    const { start, clock } = setUp();
    const { answer, running } = await start();
    clock.advance(softMs);
    const result = await answer;
    clock.advance(hardMs - softMs);
    const end = result.ok ? await result.continues : undefined;
    assert.ok(end !== undefined && !end.ok);
    assert.deepEqual([end.failure.errorCode, end.value?.timed_out], ['timeout', true]);
    assert.deepEqual(running.calls, { kill: 1, release: 1 });
  });

  const stoppers = [
    ['agent', /bash_kill/],
    ['person', /user stopped/],
  ] as const;
  for (const [by, message] of stoppers) {
    it(`its end says that it was stopped by the ${by}`, async () => {
      const { start, clock, background } = setUp();
      const { answer } = await start({ background: true });
      clock.advance(1000);
      const result = await answer;
      await background.list('chat')[0]?.stop(by);
      const end = result.ok ? await result.continues : undefined;
      assert.ok(end !== undefined && !end.ok);
      assert.deepEqual([end.failure.errorCode, end.value?.exit_code], ['cancelled', 143]);
      assert.match(end.failure.message, message);
    });
  }

  it('the ninth is refused before it starts, and the answer says the way out', async () => {
    const { fill, run, terminals } = setUp();
    await fill();
    const result = await run({ background: true });
    assert.ok(!result.ok);
    assert.equal(result.failure.errorCode, 'quota_blocked');
    assert.match(result.failure.suggestion, /bash_kill.*bash_output/);
    assert.equal(terminals.commands.length, 8);
  });

  it('a ninth that takes too long is ended with timeout', async () => {
    const { fill, start, clock } = setUp();
    await fill();
    const { answer, running } = await start();
    running.write('stdout', 'part\n');
    clock.advance(softMs);
    const result = await answer;
    assert.ok(!result.ok);
    assert.deepEqual([result.failure.errorCode, running.calls.kill], ['timeout', 1]);
    assert.match(result.failure.suggestion, /bash_kill/);
    assert.deepEqual([result.value?.timed_out, result.value?.stdout], [true, 'part\n']);
  });

  it('stopping the turn does not end what is in the background already', async () => {
    const { start, clock, cancel } = setUp();
    const { answer, running } = await start({ background: true });
    clock.advance(1000);
    await answer;
    cancel.abort();
    assert.deepEqual(running.calls, { kill: 0, release: 0 });
  });

  it('says while it is waited for that the command waits for input', async () => {
    const { start, progress } = setUp();
    const { running } = await start();
    running.waitForInput(true);
    running.waitForInput(false);
    assert.deepEqual(progress.slice(1), [{ waitsForInput: true }, { waitsForInput: false }]);
  });
});

describe('bash, when its command must be over when it answers', () => {
  it('decision 38: a transactional command is never moved to the background: hard limit', async () => {
    const { start, clock, background } = setUp(false);
    const { answer, running } = await start({ timeout: 1 });
    clock.advance(softMs);
    await settled();
    assert.deepEqual(running.calls, { kill: 0, release: 0 });
    clock.advance(hardMs - softMs);
    const result = await answer;
    assert.equal(!result.ok && result.failure.errorCode, 'timeout');
    assert.deepEqual(background.list('chat'), []);
  });

  it('is refused before it starts when it is asked for in the background', async () => {
    const { run, terminals } = setUp(false);
    const result = await run({ background: true });
    assert.equal(!result.ok && result.failure.errorCode, 'policy_denied');
    assert.deepEqual(terminals.commands, []);
  });
});
