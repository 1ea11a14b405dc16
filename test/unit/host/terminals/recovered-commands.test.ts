import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RecordedCommand } from '../../../../src/adapters/process/command-journal';
import { formatOwner } from '../../../../src/adapters/leases/leases';
import { systemProcesses } from '../../../../src/adapters/system/processes';
import { bootId } from '../../../../src/adapters/system/process-identity';
import { auditEntrySchema, type AuditEntry } from '../../../../src/core/contracts/audit/entry';
import { failure, fail, succeed } from '../../../../src/core/contracts/failure';
import {
  recoverAtStart,
  recoveredEntry,
  recoveredWarning,
} from '../../../../src/host/terminals/recovered-commands';
import { createFakeClock } from '../../fakes/clock';

const entry: RecordedCommand = {
  id: 'terminal-1',
  sessionId: 'chat',
  toolCallId: 'call-1',
  command: 'npm run dev',
  cwd: '/work',
  pid: 99_999_999,
  startTime: '1',
  owner: formatOwner({
    machine: systemProcesses.machine,
    pid: 99_999_998,
    start: '00000001',
    token: 'gone',
  }),
  bootId: 'earlier',
  startedAt: '2026-01-02T03:04:00.000Z',
};
const finder = { actor: 'user:me', tenant: 'workspace', now: Date.UTC(2026, 0, 2, 3, 4, 5) };

describe('commands that outlived their window', () => {
  const rows = {
    killed: [
      'It was still running at the next start and was stopped with its child processes.',
      5000,
    ],
    gone: ['It had ended by the next start.', 0],
    still_running: ['It is still running as process 99999999; stop it manually.', 5000],
  } as const;
  for (const outcome of ['killed', 'gone', 'still_running'] as const) {
    it(`decision 38: the audit row says which: ${outcome}`, () => {
      const row = recoveredEntry({ entry, outcome }, finder);
      const [text, durationMs] = rows[outcome];
      assert.equal(row.summary, `The window ended while this command ran. ${text}`);
      assert.deepEqual(
        [row.event, row.result, row.tool, row.tool_call_id, row.duration_ms],
        ['recovered', 'cancelled', 'core__bash', 'call-1', durationMs],
      );
      assert.deepEqual(row.call, { command: 'npm run dev', cwd: '/work' });
      assert.deepEqual(auditEntrySchema.parse(row), row);
    });
  }

  it('000-envelope-1: a shell call always has an exit code', () => {
    assert.equal(recoveredEntry({ entry, outcome: 'gone' }, finder).exit_code, -1);
  });

  it('one warning names what was stopped and what still runs, and not what was gone', () => {
    const other = { ...entry, command: 'sleep\n1000', pid: 42 };
    const warning = recoveredWarning([
      { entry, outcome: 'killed' },
      { entry: { ...entry, command: 'ls' }, outcome: 'gone' },
      { entry: other, outcome: 'still_running' },
    ]);
    assert.equal(
      warning,
      'Gatehouse: commands outlived the window that ran them. Stopped at this start: “npm run dev”. Still running, stop manually: “sleep 1000” (process 42).',
    );
    assert.equal(recoveredWarning([{ entry, outcome: 'gone' }]), undefined);
  });

  it('a warning stays short', () => {
    const long = { entry: { ...entry, command: 'x'.repeat(500) }, outcome: 'killed' } as const;
    const warning = recoveredWarning([long, long, long, long, long]) ?? '';
    assert.match(warning, /“x{79}…”, “x{79}…”, “x{79}…” and 2 more\.$/);
  });

  describe('at the next start', () => {
    let folder = '';
    let appended: AuditEntry[] = [];
    let warnings: string[] = [];

    const plant = (left: RecordedCommand): Promise<void> =>
      writeFile(path.join(folder, 'commands', 'terminal-1.json'), JSON.stringify(left));

    beforeEach(async () => {
      appended = [];
      warnings = [];
      folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-test-'));
      await mkdir(path.join(folder, 'commands'));
      await plant(entry);
    });
    afterEach(() => rm(folder, { recursive: true }));

    const start = (isWritable: boolean) =>
      recoverAtStart({
        folder: path.join(folder, 'commands'),
        clock: createFakeClock(),
        log: () => undefined,
        audit: {
          append: (row) => {
            appended.push(row);
            const full = failure('execution', 'The disk is full.');
            return Promise.resolve(isWritable ? succeed(undefined) : fail(full));
          },
        },
        finder,
        warn: (text) => warnings.push(text),
      });

    it('each is in the audit log, and its record is gone', async () => {
      await start(true);
      assert.deepEqual(
        appended.map(({ ts, session }) => [ts, session]),
        [['2026-01-02T03:04:05.000Z', 'chat']],
      );
      assert.deepEqual([await readdir(path.join(folder, 'commands')), warnings], [[], []]);
    });

    it('the user is warned of one that still runs', async () => {
      const now = await bootId();
      await plant({ ...entry, pid: process.pid, startTime: undefined, bootId: now });
      await start(true);
      assert.match(warnings.join('\n'), /“npm run dev” \(process \d+\)\.$/);
      assert.deepEqual(await readdir(path.join(folder, 'commands')), ['terminal-1.json']);
    });

    it('decision 38: what the audit log did not accept is reported again at the next', async () => {
      await start(false);
      assert.deepEqual(await readdir(path.join(folder, 'commands')), ['terminal-1.json']);
    });
  });
});
