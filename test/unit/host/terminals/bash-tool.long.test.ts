import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCommandJournal } from '../../../../src/adapters/process/command-journal';
import { systemClock } from '../../../../src/adapters/system/clock';
import { systemIds } from '../../../../src/adapters/system/random';
import { createClientTerminals } from '../../../../src/core/agent/acp/client-terminals';
import type { ToolContext } from '../../../../src/core/contracts/tools/define-tool';
import bashOutput from '../../../../src/core/tools/bash-output';
import bash from '../../../../src/core/tools/bash';
import { HostBackgroundCommands } from '../../../../src/host/background/background-commands';
import { HostTerminals } from '../../../../src/host/terminals/command-terminals';
import { createConnection } from '../../fakes/agent-connection';
import { createFakeFiles } from '../../fakes/files';
import { noFilters } from '../../fakes/filters';
import { createTemporaryStore, readText, valueOf } from '../../fakes/temporary-store';
import { createFakeWindows } from './fake-windows';

describe('bash with real processes', () => {
  const { open } = createFakeWindows();
  const records = mkdtempSync(path.join(tmpdir(), 'gatehouse-test-'));
  const storage = createTemporaryStore();
  const store = storage.window();
  let root = '';
  const workspace = {
    roots: () => [root],
    ownFolders: () => [],
    storageFolders: () => [],
    isTrusted: () => true,
    caseSensitive: () => true,
    separator: () => '/' as const,
  };
  const terminals = new HostTerminals(
    {
      workspace,
      env: process.env,
      userEnvironment: () => ({}),
      passedNames: () => [],
      onOutliving: () => undefined,
      journal: createCommandJournal({ folder: records, log: () => undefined }, systemClock),
      clock: systemClock,
      ids: systemIds,
      spools: { open: (heldBytes, chat) => store.spools.open(heldBytes, chat) },
    },
    open,
  );
  const files = createFakeFiles();
  const { request } = createConnection({ files, terminals, workspace }, ['chat']);
  const background = new HostBackgroundCommands(systemClock);
  const cancel = new AbortController();

  before(async () => (root = await realpath(tmpdir())));
  after(async () => {
    terminals.dispose();
    await storage.dispose();
    await rm(records, { recursive: true });
  });

  const contextOf = (onAppend: (text: string) => void = () => undefined): ToolContext => ({
    toolCallId: 'call',
    sessionId: 'chat',
    signal: cancel.signal,
    slices: { get: () => undefined, set: () => undefined },
    mayContinue: true,
    progress: ({ append = '' }) => onAppend(append),
  });
  const caps = {
    terminals: createClientTerminals(request, assert.ifError),
    workspace,
    clock: systemClock,
    background,
    filters: noFilters,
    shellLimits: { softMs: () => 10_000, hardMs: () => 20_000, outputBytes: () => 2000 },
  };
  const run = (command: string, onAppend?: (text: string) => void) =>
    bash.run({ command }, contextOf(onAppend), caps);

  it('003-envelope-2: the model reads the interleaved output, others the envelope', async () => {
    const heard = path.join(records, 'heard');
    const wait = `until [ -e '${heard}' ]; do sleep 0.01; done`;
    // Of two that are there at once nobody knows which one came first.
    const result = await run(`echo out; ${wait}; echo err >&2; exit 3`, () => {
      writeFileSync(heard, '');
    });
    assert.ok(result.ok);
    assert.equal(bash.toModel(result.value), 'out\nerr\n[exit code: 3]');
    const { stdout, stderr, exit_code } = bash.output.parse(result.value);
    assert.deepEqual([stdout, stderr, exit_code], ['out\n', 'err\n', 3]);
  });

  it('000-envelope-2: `truncated` is set when output was cut, and the model sees it', async () => {
    const result = await run('seq 1 10000');
    assert.ok(result.ok);
    assert.equal(result.value.truncated, true);
    assert.match(
      bash.toModel(result.value),
      /^1\n2\n[^]*bytes cut[^]*\n10000\n\[output truncated\]$/,
    );
  });

  it('003-overflow-1: an output that is more than memory keeps is stored whole, in order', async () => {
    const result = await run('seq 1 300000; echo last >&2');
    assert.ok(result.ok && result.spooled);
    const { spooled } = result;
    assert.ok(result.value.summary.length <= 2100);
    const whole = Array.from({ length: 300_000 }, (_, index) => `${String(index + 1)}\n`).join('');
    assert.equal(spooled.bytes, whole.length + 'last\n'.length);
    const entry = { conversationId: 'chat', text: result.value.summary, spooled: spooled.id };
    const id = valueOf(await store.overflow.put(entry));
    const text = await readText(store, id);
    assert.equal(text.replace('last\n', ''), whole);
    assert.deepEqual(
      storage.names().filter((name) => name.includes(`.${spooled.id}.`)),
      [],
    );
  });

  it('003-overflow-8: all output of a background command is read while it runs and when it has ended', async () => {
    const ends = path.join(records, 'ends');
    const command = `seq 1 300000; until [ -e '${ends}' ]; do sleep 0.01; done`;
    const started = await bash.run({ command, background: true }, contextOf(), caps);
    assert.ok(started.ok && started.continues);
    const id = started.value.background_id ?? '';
    const read = async () => {
      const answer = await bashOutput.run({ id, since_last: false }, contextOf(), caps);
      assert.ok(answer.ok);
      const { whole_output = '', text = '' } = answer.value;
      assert.match(text, /\n300000\n$/);
      const whole = await readText(store, whole_output);
      assert.equal(whole.split('\n').length, 300_001);
      return whole_output;
    };
    const reference = await read();
    writeFileSync(ends, '');
    const { spooled } = await started.continues;
    assert.ok(spooled);
    const entry = { conversationId: 'chat', text: '', spooled: spooled.id };
    assert.equal(`overflow:${valueOf(await store.overflow.put(entry))}`, reference);
    assert.equal(await read(), reference);
  });

  it('has no spool for an output that memory keeps', async () => {
    const result = await run('echo short');
    assert.ok(result.ok);
    assert.equal(result.spooled, undefined);
  });

  it('000-errors-3: a missing program is permanent_failure and names it', async () => {
    const result = await run('no-such-program-here');
    assert.ok(!result.ok);
    assert.equal(result.failure.category, 'permanent_failure');
    assert.match(result.failure.message, /no-such-program-here: command not found/);
  });

  it('leaves nothing behind that the command had put in the background', async () => {
    const result = await run('sleep 1000 > /dev/null 2>&1 & echo $!');
    assert.ok(result.ok);
    const pid = Number(result.value.stdout);
    let check = await run(`kill -0 ${String(pid)}`);
    while (check.ok && check.failed !== true) check = await run(`kill -0 ${String(pid)}`);
    assert.match(check.value?.stderr ?? '', /No such process/);
  });

  it('stops the process when the call is cancelled', async () => {
    const result = await run('echo $$; sleep 1000', (text) => {
      if (text !== '') cancel.abort();
    });
    assert.ok(!result.ok);
    assert.equal(result.failure.errorCode, 'cancelled');
    assert.throws(() => process.kill(Number(result.value?.stdout), 0), /ESRCH/);
  });
});
