import assert from 'node:assert/strict';
import type { ToolProgress } from '../../../../src/core/contracts/calls/outcome';
import { failure } from '../../../../src/core/contracts/failure';
import bash from '../../../../src/core/tools/bash';
import { HostBackgroundCommands } from '../../../../src/host/background/background-commands';
import type { OutputFilters } from '../../../../src/core/ports/output-filters';
import { createFakeClock } from '../../fakes/clock';
import { createFakeFilters, noFilters, reportOf } from '../../fakes/filters';
import { createFakeTerminals } from '../../fakes/terminals';

type BashInput = Parameters<typeof bash.run>[0];

const softMs = 120_000;
const hardMs = 600_000;

/** Lets everything happen that does not wait for time. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface SetUp {
  readonly roots?: readonly string[];
  readonly softMs?: number;
  readonly mayContinue?: boolean;
  readonly filters?: OutputFilters;
}

function setUp({
  roots = ['/ws'],
  softMs: soft = softMs,
  mayContinue = true,
  filters = noFilters,
}: SetUp = {}) {
  const clock = createFakeClock();
  const terminals = createFakeTerminals();
  const progress: ToolProgress[] = [];
  const cancel = new AbortController();
  const background = new HostBackgroundCommands(clock);
  const caps = {
    clock,
    background,
    terminals,
    filters,
    shellLimits: { softMs: () => soft, hardMs: () => hardMs, outputBytes: () => 1000 },
    workspace: {
      roots: () => roots,
      ownFolders: () => [],
      storageFolders: () => [],
      isTrusted: () => true,
      caseSensitive: () => true,
      separator: () => '/' as const,
    },
  };
  const context = {
    toolCallId: 'call',
    sessionId: 'chat',
    signal: cancel.signal,
    progress: (update: ToolProgress) => progress.push(update),
    slices: { get: () => undefined, set: () => undefined },
    mayContinue,
  };
  const run = (args: Partial<BashInput> = {}) =>
    bash.run({ command: 'cmd', ...args }, context, caps);
  /** Starts a command and answers both it and the answer to come. */
  const start = async (args?: Partial<BashInput>) => {
    const answer = run(args);
    await settled();
    const running = terminals.commands.at(-1);
    assert.ok(running);
    return { answer, running };
  };
  return { clock, terminals, background, progress, cancel, run, start };
}

const ended = (exitCode: number) => ({ exitCode, exitCodeKnown: true });

describe('bash', () => {
  it('003-envelope-3: answers the envelope with separate streams and the interleaved summary', async () => {
    const { start } = setUp();
    const { answer, running } = await start({ command: 'make' });
    running.write('stdout', 'out\n');
    running.write('stderr', 'err\n');
    running.exit(ended(0));
    const value = {
      summary: 'out\nerr\n',
      stdout: 'out\n',
      stderr: 'err\n',
      exit_code: 0,
      exit_code_known: true,
      truncated: false,
      terminal_id: 'terminal-1',
    };
    assert.deepEqual(await answer, { ok: true, value, failed: false });
    assert.equal(running.calls.release, 1);
  });

  it('003-filters-8: the filter of the command gets all that it prints, and its exit code', async () => {
    const seen: unknown[] = [];
    const report = reportOf('short', 'out\nerr\n');
    const filters = createFakeFilters((whole, exitCode) => {
      seen.push(whole, exitCode);
      return report;
    });
    const { start } = setUp({ filters });
    const { answer, running } = await start({ command: 'make' });
    running.write('stdout', 'out\n');
    running.write('stderr', 'err\n');
    running.exit(ended(2));
    const result = await answer;
    assert.deepEqual(filters.commands, ['make']);
    assert.deepEqual(seen, ['out\nerr\n', 2]);
    assert.deepEqual(result.filter, report);
    assert.equal(result.value?.summary, 'out\nerr\n');
  });

  it('003-filters-8: an unknown exit code is unknown to the filter', async () => {
    const seen: unknown[] = [];
    const filters = createFakeFilters((_, exitCode) => void seen.push(exitCode));
    const { start } = setUp({ filters });
    const { answer, running } = await start({ command: 'make' });
    running.exit({ exitCode: -1, exitCodeKnown: false });
    await answer;
    assert.deepEqual(seen, [undefined]);
  });

  it('asks for a terminal of this chat, in the folder, with the limit of the settings', async () => {
    const { start } = setUp();
    const { running } = await start({ command: 'make', cwd: 'sub/../lib' });
    const { signal, ...request } = running.request;
    assert.equal(signal?.aborted, false);
    assert.deepEqual(request, {
      sessionId: 'chat',
      toolCallId: 'call',
      command: 'make',
      cwd: '/ws/lib',
      outputByteLimit: 1000,
      spools: true,
    });
  });

  it('passes an absolute folder on, and the workspace folder when none is given', async () => {
    const { start } = setUp();
    assert.equal((await start({ cwd: '/ws/a' })).running.request.cwd, '/ws/a');
    assert.equal((await start()).running.request.cwd, '/ws');
  });

  it('shows the terminal first, then the output as it comes', async () => {
    const { start, progress } = setUp();
    const { answer, running } = await start();
    running.write('stdout', 'a');
    running.write('stderr', 'b');
    running.exit(ended(0));
    await answer;
    running.write('stdout', 'late');
    assert.deepEqual(progress, [{ terminalId: 'terminal-1' }, { append: 'a' }, { append: 'b' }]);
  });

  it('a command that fails is an answer, marked as failed', async () => {
    const { start } = setUp();
    const { answer, running } = await start();
    running.write('stderr', '1 test failed\n');
    running.exit(ended(1));
    const result = await answer;
    assert.ok(result.ok);
    assert.deepEqual([result.failed, result.value.exit_code], [true, 1]);
  });

  const classes = [
    [126, 'cannot execute', 'policy_blocked'],
    [127, 'bash: foo: command not found', 'permanent_failure'],
    [1, 'cat: x: Permission denied', 'permanent_failure'],
    [2, 'ls: x: No such file or directory', 'permanent_failure'],
  ] as const;
  for (const [code, stderr, category] of classes) {
    it(`000-errors-3: exit ${code} with "${stderr}" is ${category}`, async () => {
      const { start } = setUp();
      const { answer, running } = await start();
      running.write('stderr', `${stderr}\ntwo\nthree\nfour\n`);
      running.exit(ended(code));
      const result = await answer;
      assert.ok(!result.ok);
      assert.deepEqual(
        [result.failure.errorCode, result.failure.category],
        ['execution', category],
      );
      assert.ok(result.failure.message.endsWith(`: ${stderr} | two | three`));
      assert.equal(result.value?.exit_code, code);
      assert.match(result.value.summary, /four/);
    });
  }

  it('decision 17: error text counts only when the command failed', async () => {
    const { start } = setUp();
    const { answer, running } = await start();
    running.write('stderr', 'No such file or directory\n');
    running.exit(ended(0));
    assert.equal((await answer).ok, true);
  });

  it('reports that the user stopped it, and keeps the output so far', async () => {
    const { start } = setUp();
    const { answer, running } = await start();
    running.write('stdout', 'part\n');
    running.exit({ ...ended(143), signal: 'SIGTERM', endedBy: 'person' });
    const result = await answer;
    assert.ok(!result.ok);
    assert.equal(result.failure.errorCode, 'cancelled');
    assert.equal(
      result.failure.message,
      'The user stopped the command. Ask before running it again.',
    );
    assert.equal(result.value?.stdout, 'part\n');
  });

  it('kills the command when the call is cancelled, and keeps what there was', async () => {
    const { start, cancel } = setUp();
    const { answer, running } = await start();
    running.write('stdout', 'part\n');
    cancel.abort();
    const result = await answer;
    assert.ok(!result.ok);
    assert.deepEqual([result.failure.errorCode, running.calls.kill], ['cancelled', 1]);
    assert.equal(result.value?.stdout, 'part\n');
  });

  it('starts nothing when the call is cancelled already', async () => {
    const { run, cancel, terminals } = setUp();
    cancel.abort();
    const result = await run();
    assert.equal(!result.ok && result.failure.errorCode, 'cancelled');
    assert.deepEqual(terminals.commands, []);
  });

  it('says so when its chat was closed', async () => {
    const { start } = setUp();
    const { answer, running } = await start();
    running.exit({ ...ended(143), endedBy: 'kill' });
    const result = await answer;
    assert.match(!result.ok ? result.failure.message : '', /chat was closed/);
  });

  it('decision 29: at the soft limit the call answers and the command runs on', async () => {
    const { start, clock, cancel } = setUp();
    const { answer, running } = await start();
    running.write('stdout', 'listening');
    clock.advance(softMs - 1);
    await settled();
    clock.advance(1);
    const result = await answer;
    assert.ok(result.ok);
    const { exit_code, exit_code_known, summary } = result.value;
    assert.deepEqual([exit_code, exit_code_known, result.failed], [-1, false, undefined]);
    assert.match(
      summary,
      /^listening\n\[The command still runs after 120 seconds\. .* as bg1 .* 600 seconds in total\./,
    );
    cancel.abort();
    assert.deepEqual(running.calls, { kill: 0, release: 0 });
  });

  it('decision 29: the hard limit kills a command in the background too', async () => {
    const { start, clock } = setUp();
    const { answer, running } = await start();
    clock.advance(softMs);
    await answer;
    clock.advance(hardMs - softMs);
    await settled();
    assert.deepEqual(running.calls, { kill: 1, release: 1 });
  });

  it('lets a command in the background go when it ends by itself', async () => {
    const { start, clock } = setUp();
    const { answer, running } = await start();
    clock.advance(softMs);
    await answer;
    running.exit(ended(0));
    await settled();
    clock.advance(hardMs);
    assert.deepEqual(running.calls, { kill: 0, release: 1 });
  });

  it('decision 29: a hard limit below the soft one ends the call with timeout', async () => {
    const { start, clock } = setUp({ softMs: hardMs + 1 });
    const { answer, running } = await start();
    running.write('stdout', 'part\n');
    clock.advance(hardMs);
    const result = await answer;
    assert.ok(!result.ok);
    assert.deepEqual([result.failure.errorCode, running.calls.kill], ['timeout', 1]);
    assert.deepEqual([result.value?.timed_out, result.value?.stdout], [true, 'part\n']);
  });

  it('passes a refusal of the terminal on', async () => {
    const { run, terminals } = setUp();
    terminals.refuse(failure('policy_denied', 'Outside.'));
    const result = await run({ cwd: '/etc' });
    assert.equal(!result.ok && result.failure.errorCode, 'policy_denied');
  });

  it('runs nothing when no folder is open', async () => {
    const result = await setUp({ roots: [] }).run();
    assert.equal(!result.ok && result.failure.errorCode, 'unavailable');
  });
});

describe('bash, as others see it', () => {
  const known = { exit_code: 0, exit_code_known: true, truncated: false };

  it('003-envelope-2: the model reads the interleaved output alone when all went well', () => {
    assert.equal(bash.toModel({ ...known, summary: 'a\nb\n', stdout: 'a\n' }), 'a\nb');
    assert.equal(bash.toModel({ ...known, summary: '' }), '(no output)');
  });

  it('the model reads an exit code that is not 0, or not known', () => {
    assert.equal(bash.toModel({ ...known, summary: 'x\n', exit_code: 3 }), 'x\n[exit code: 3]');
    const unknown = { summary: 'x', exit_code: -1, exit_code_known: false };
    assert.equal(bash.toModel(unknown), 'x\n[exit code: unknown]');
    assert.equal(bash.toModel({ ...unknown, background_id: 'bg1' }), 'x');
  });

  it('000-envelope-2: the model sees the truncated flag', () => {
    assert.equal(
      bash.toModel({ ...known, summary: 'x', truncated: true }),
      'x\n[output truncated]',
    );
  });

  it('the card and the audit get terminal, exit code and flag', () => {
    const { present: exhibit } = bash;
    assert.ok(exhibit);
    const output = { ...known, terminal_id: 't', exit_code: 3 };
    assert.deepEqual(exhibit(output), { terminalId: 't', exitCode: 3, truncated: false });
    assert.deepEqual(exhibit({}), {});
    assert.deepEqual(exhibit({ background_id: 'bg1' }), { background: 'bg1' });
  });

  it('is judged by its command and its folder', () => {
    const subject = { text: 'ls', command: 'ls', reads: [], writes: [] };
    assert.deepEqual(bash.subject({ command: 'ls' }), subject);
    assert.deepEqual(bash.subject({ command: 'ls', cwd: 'a' }), { ...subject, cwd: 'a' });
  });

  it('is labelled by the first line of its command, at most 120 characters', () => {
    assert.equal(bash.label({ command: '\nnpm test\n' }), 'npm test');
    assert.equal(bash.label({ command: 'a\nb' }), 'a …');
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const cut = bash.label({ command: `${'x'.repeat(80)} ${token} y` });
    assert.equal(cut.includes('ghp_'), false);
    const label = bash.label({ command: 'x'.repeat(200) });
    assert.deepEqual([label.length, label.endsWith('x …')], [120, true]);
  });

  it('INV-14: takes a command of 1 to 50,000 characters and nothing it does not know', () => {
    const { input } = bash;
    assert.equal(input.safeParse({ command: 'x'.repeat(50_000) }).success, true);
    assert.equal(input.safeParse({ command: 'x'.repeat(50_001) }).success, false);
    assert.equal(input.safeParse({ command: '' }).success, false);
    assert.equal(input.safeParse({ command: 'ls', shell: 'zsh' }).success, false);
    for (const timeout of [0, 1.5, 86_401]) {
      assert.equal(input.safeParse({ command: 'ls', timeout }).success, false);
    }
  });

  it('changes state, and keeps its own time limits', () => {
    assert.deepEqual([bash.name, bash.effect, bash.kind], ['bash', 'state_change', 'execute']);
    assert.deepEqual([bash.cacheable, bash.ownsTimeout], [false, true]);
  });

  it('INV-04: its allowlist is its whole output', () => {
    assert.deepEqual([...bash.redact].sort(), Object.keys(bash.output.shape).sort());
  });
});
