import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { sealedEntrySchema } from '../../../../../../src/core/contracts/audit/entry';
import { parseNote } from '../../../../../../src/adapters/store/audit/log/entries';
import { nodeDisk } from '../../../../../../src/adapters/system/node-disk';
import { auditEntry } from '../../../../fakes/audit-entry';
import { createFaultyDisk } from '../../../../fakes/faulty-disk';
import {
  appendCalls,
  createTemporaryAudit,
  type TemporaryAudit,
} from '../../../../fakes/temporary-audit';

const zeros = '0'.repeat(64);

function digestOf(line: string | undefined): string {
  return createHash('sha256')
    .update(line ?? '')
    .digest('hex');
}

describe('writing the audit log', () => {
  let log: TemporaryAudit;
  beforeEach(() => {
    log = createTemporaryAudit();
  });
  afterEach(() => log.dispose());

  const callsOf = (name: string) =>
    log
      .lines(name)
      .filter((line) => parseNote(line) === undefined)
      .map((line) => sealedEntrySchema.parse(JSON.parse(line)).tool_call_id);

  it('000-audit-5: a line contains the fields of the entry and three chain fields, nothing else', async () => {
    const audit = await log.open();
    const entry = auditEntry('a', { exit_code: 1, summary: 'two\nlines', policy_match: 'rule' });
    await audit.append(entry);
    const [line = ''] = log.lines('audit.jsonl');
    assert.deepEqual(JSON.parse(line), { ...entry, writer: 'main', seq: 1, prev: zeros });
  });

  it('003-audit-1: unknown fields are not in the line', async () => {
    const audit = await log.open();
    await audit.append(auditEntry('a', { caller_id: undefined, claim_source: undefined }));
    assert.doesNotMatch(log.lines('audit.jsonl').join(), /caller_id|claim_source|null/);
  });

  it('000-audit-3: audit log is append-only: each line is chained to the one before it, in one flush or in many', async () => {
    const audit = await log.open();
    await appendCalls(audit, 2);
    await Promise.all(['c', 'd', 'e'].map((id) => audit.append(auditEntry(id))));
    const lines = log.lines('audit.jsonl');
    const marks = lines.map((line) => sealedEntrySchema.parse(JSON.parse(line)));
    assert.deepEqual(
      marks.map(({ seq, prev }) => [seq, prev]),
      lines.map((_, index) => [index + 1, index === 0 ? zeros : digestOf(lines[index - 1])]),
    );
    assert.deepEqual(callsOf('audit.jsonl'), ['call-1', 'call-2', 'c', 'd', 'e']);
  });

  it('takes one write and one flush for an entry, and for all that wait together', async () => {
    const disk = createFaultyDisk();
    const audit = await log.open(disk);
    await appendCalls(audit, 1);
    const opened = disk.calls.length;
    await appendCalls(audit, 2, 2);
    await Promise.all(['x', 'y', 'z'].map((id) => audit.append(auditEntry(id))));
    const pair = ['write', 'flush'];
    assert.deepEqual(disk.calls.slice(opened), [...pair, ...pair, ...pair]);
  });

  it('continues the chain in the next window', async () => {
    await log.close(await openWith(3));
    const audit = await log.open();
    await appendCalls(audit, 2, 4);
    await log.close(audit);
    assert.equal(log.lines('audit.jsonl').length, 5);
    assert.deepEqual(await log.findings(), []);
  });

  it('fails only the entry that cannot be written as JSON', async () => {
    const audit = await log.open();
    const results = await Promise.allSettled([
      audit.append(auditEntry('a')),
      audit.append(auditEntry('b', { call: { big: 1n } })),
      audit.append(auditEntry('c')),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(callsOf('audit.jsonl'), ['a', 'c']);
  });

  it('gives a second window its own file, which the next one takes over', async () => {
    const first = await openWith(1);
    const second = await log.open();
    const third = await log.open();
    await appendCalls(second, 2);
    await appendCalls(third, 3);
    assert.deepEqual([second.writer, third.writer], ['2', '3']);
    await log.kill(second);
    const again = await log.open();
    await appendCalls(again, 1, 3);
    assert.equal(again.writer, '2');
    assert.deepEqual(callsOf('audit-2.jsonl'), ['call-1', 'call-2', 'call-3']);
    assert.deepEqual(callsOf('audit.jsonl'), ['call-1']);
    for (const audit of [first, third, again]) await log.close(audit);
    assert.deepEqual(await log.findings(), ['unproven']);
  });

  it('never uses more writers than windows were open at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const windows = [await log.open(), await log.open(), await log.open()];
      for (const one of windows) await appendCalls(one, 1);
      for (const one of windows) await log.kill(one);
    }
    const files = log.names().filter((name) => name.endsWith('.jsonl'));
    assert.deepEqual(files, ['audit-2.jsonl', 'audit-3.jsonl', 'audit.jsonl']);
    assert.deepEqual(await log.findings(), ['unproven']);
  });

  it('never shares a file between windows that open at once', async () => {
    await log.open();
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => log.open()));
    assert.equal(new Set(others.map(({ writer }) => writer)).size, 5);
  });

  it('numbers a full file and continues the chain in a new one', async () => {
    log.limits.maxFileBytes = 800;
    const audit = await openWith(7);
    await log.close(audit);
    const names = log.names().filter((name) => name.endsWith('.jsonl'));
    assert.deepEqual(names, [
      'audit.00001.jsonl',
      'audit.00002.jsonl',
      'audit.00003.jsonl',
      'audit.jsonl',
    ]);
    assert.deepEqual(names.flatMap(callsOf), [
      'call-1',
      'call-2',
      'call-3',
      'call-4',
      'call-5',
      'call-6',
      'call-7',
    ]);
    assert.deepEqual(await log.findings(), []);
  });

  it('loses nothing in a crash between the rename and the new file', async () => {
    log.limits.maxFileBytes = 800;
    await log.kill(await openWith(2));
    await appendThenFail('open');
    assert.deepEqual(
      log.names().filter((name) => name.endsWith('.jsonl')),
      ['audit.00001.jsonl'],
    );
    const audit = await log.open();
    await appendCalls(audit, 1, 3);
    await log.close(audit);
    assert.deepEqual(callsOf('audit.jsonl'), ['call-3']);
    assert.deepEqual(await log.findings(), ['unproven']);
  });

  it('lets a file grow that cannot be renamed: no call fails', async () => {
    log.limits.maxFileBytes = 800;
    const disk = createFaultyDisk((call) => (call === 'rename' ? 'EIO' : undefined));
    const audit = await log.open(disk);
    await appendCalls(audit, 5);
    assert.deepEqual(callsOf('audit.jsonl').length, 5);
  });

  it('accepts a file that is numbered while the first seal reads it', async () => {
    const killed = await openWith(2);
    await killed.seal();
    await appendCalls(killed, 1, 3);
    await log.kill(killed);
    log.limits.maxFileBytes = 1200;
    let meanwhile = () => Promise.resolve();
    const audit = await log.open({
      ...nodeDisk,
      names: async (folder) => {
        const names = await nodeDisk.names(folder);
        await meanwhile();
        return names;
      },
    });
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await appendCalls(audit, 3, 4);
    };
    await audit.seal();
    assert.deepEqual(await log.findings(), ['unproven']);
    assert.ok(log.names().includes('audit.00001.jsonl'));
    await log.close(audit);
  });

  async function openWith(count: number) {
    const audit = await log.open();
    await appendCalls(audit, count);
    return audit;
  }

  async function appendThenFail(call: 'open'): Promise<void> {
    const active = path.join(log.folder, 'audit.jsonl');
    const faulty = createFaultyDisk();
    const audit = await log.open({
      ...faulty,
      open: (file, mode) => {
        if (file === active && mode === 'append') return Promise.reject(new Error(call));
        return faulty.open(file, mode);
      },
    });
    await assert.rejects(audit.append(auditEntry('lost')));
    await log.kill(audit);
  }
});
