import { asIs, inEnglish } from '../../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { digestOf } from '../../../../../../src/adapters/store/audit/log/lines';
import { auditEntry } from '../../../../fakes/audit-entry';
import {
  appendCalls,
  createTemporaryAudit,
  type TemporaryAudit,
} from '../../../../fakes/temporary-audit';

describe('verifying the audit log', () => {
  let log: TemporaryAudit;
  beforeEach(() => {
    log = createTemporaryAudit();
  });
  afterEach(() => log.dispose());

  async function write(count: number, first = 1): Promise<void> {
    const audit = await log.open();
    await appendCalls(audit, count, first);
    await log.close(audit);
  }

  function edit(name: string, change: (lines: string[]) => readonly string[]): void {
    log.write(name, `${change([...log.lines(name)]).join('\n')}\n`);
  }

  async function found(): Promise<readonly (readonly [string, string, number | undefined])[]> {
    const { findings } = await log.verify();
    for (const { text } of findings) assert.match(inEnglish(text), /[.]$/);
    return findings.map(({ kind, file, line }) => [kind, file, line] as const);
  }

  it('reports no findings for an untouched log', async () => {
    await write(5);
    await write(5, 6);
    const { findings, ...numbers } = await log.verify();
    assert.deepEqual(findings, []);
    assert.deepEqual(numbers, { entries: 10, files: 1, writers: 1, unsealed: 0 });
  });

  it('accepts a missing log', async () => {
    const verdict = await log.verify();
    assert.deepEqual(verdict, { entries: 0, files: 0, writers: 0, unsealed: 0, findings: [] });
  });

  it('counts entries that no seal covers yet', async () => {
    await write(3);
    const audit = await log.open();
    await appendCalls(audit, 2, 4);
    const { unsealed, findings } = await log.verify();
    assert.deepEqual([unsealed, findings], [2, []]);
    log.clock.advance(1000);
    await audit.seal();
    assert.equal((await log.verify()).unsealed, 0);
  });

  it('names the changed line', async () => {
    await write(9);
    edit('audit.jsonl', (lines) =>
      lines.with(3, (lines[3] ?? '').replace('read-only', 'write-all')),
    );
    assert.deepEqual(await found(), [['altered', 'audit.jsonl', 4]]);
  });

  it('names the last line if only that one was changed', async () => {
    await write(4);
    edit('audit.jsonl', (lines) =>
      lines.with(3, (lines[3] ?? '').replace('read-only', 'write-all')),
    );
    assert.deepEqual(await found(), [['altered', 'audit.jsonl', 4]]);
  });

  it('names the line whose chain position was changed', async () => {
    await write(9);
    const whole = log.read('audit.jsonl');
    edit('audit.jsonl', (lines) =>
      lines.with(4, (lines[4] ?? '').replace(/"prev":"\w{4}/, '"prev":"0000')),
    );
    assert.deepEqual(await found(), [['altered', 'audit.jsonl', 5]]);
    log.write('audit.jsonl', whole);
    edit('audit.jsonl', (lines) => lines.with(4, (lines[4] ?? '').replace('"seq":5', '"seq":7')));
    assert.deepEqual(await found(), [['altered', 'audit.jsonl', 5]]);
  });

  it('finds a line that is not an entry, an inserted one and a repeated one', async () => {
    await write(6);
    edit('audit.jsonl', (lines) => lines.toSpliced(2, 0, 'hello', ''));
    assert.deepEqual(await found(), [
      ['altered', 'audit.jsonl', 3],
      ['altered', 'audit.jsonl', 4],
    ]);
    edit('audit.jsonl', (lines) => lines.filter((line) => line.length > 5));
    const forged = (lines: readonly string[]) =>
      `{"writer":"main","seq":4,"prev":"${digestOf(Buffer.from(lines[2] ?? ''))}",${JSON.stringify(auditEntry('forged')).slice(1)}`;
    edit('audit.jsonl', (lines) => lines.toSpliced(3, 0, forged(lines)));
    assert.deepEqual(await found(), [['altered', 'audit.jsonl', 4]]);
    edit('audit.jsonl', (lines) => lines.with(3, lines[2] ?? ''));
    assert.deepEqual(await found(), [['altered', 'audit.jsonl', 4]]);
  });

  it('finds lines that were removed in the middle or swapped', async () => {
    await write(8);
    const whole = log.read('audit.jsonl');
    edit('audit.jsonl', (lines) => lines.toSpliced(3, 2));
    assert.deepEqual(await found(), [['altered', 'audit.jsonl', 4]]);
    log.write('audit.jsonl', whole);
    edit('audit.jsonl', (lines) => lines.with(3, lines[4] ?? '').with(4, lines[3] ?? ''));
    assert.deepEqual(await log.findings(), ['altered']);
  });

  it('distinguishes a removed tail from one torn by a crash', async () => {
    await write(6);
    const whole = log.read('audit.jsonl');
    edit('audit.jsonl', (lines) => lines.slice(0, 4));
    assert.deepEqual(await found(), [['removed_tail', 'audit.jsonl', 5]]);
    log.write('audit.jsonl', Buffer.concat([whole, Buffer.from('{"writer":"main","seq":7,"pr')]));
    assert.deepEqual(await found(), [['torn', 'audit.jsonl', 7]]);
    log.write('audit.jsonl', whole.subarray(0, whole.length - 5));
    assert.deepEqual(await log.findings(), ['removed_tail', 'torn']);
  });

  it('finds a log that is missing completely', async () => {
    await write(3);
    log.remove('audit.jsonl');
    assert.deepEqual(await found(), [['missing_log', 'audit.jsonl', undefined]]);
    log.remove('audit-heads.json');
    assert.deepEqual(await found(), [['missing_log', 'audit.jsonl', undefined]]);
  });

  it('detects a chain recomputed without the key', async () => {
    await write(3);
    const sealed = new Map(log.names().map((name) => [name, log.read(name)] as const));
    const forger = createTemporaryAudit();
    const audit = await forger.open();
    await appendCalls(audit, 6, 100);
    await forger.close(audit);
    log.write('audit.jsonl', forger.read('audit.jsonl'));
    assert.deepEqual(await found(), [['recomputed', 'audit.jsonl', 3]]);
    // The forger's own seal has another key.
    const other = forger.read('audit-heads.json').toString();
    log.write('audit-heads.json', other.replace(/"mac": "\w{8}/, '"mac": "00000000'));
    assert.deepEqual(await found(), [['foreign_seal', 'audit-heads.json', undefined]]);
    for (const [name, bytes] of sealed) log.write(name, bytes);
    assert.deepEqual(await found(), []);
    await forger.dispose();
  });

  it('finds an older seal in place of the newest, with the log of its time', async () => {
    await write(3);
    const old = new Map(log.names().map((name) => [name, log.read(name)] as const));
    await write(3, 4);
    for (const [name, bytes] of old) log.write(name, bytes);
    assert.deepEqual(await found(), [['older_seal', 'audit-heads.json', undefined]]);
  });

  it('finds a missing file in the middle, at the start and at the end', async () => {
    log.limits.maxFileBytes = 800;
    await write(9);
    assert.equal(log.names().filter((name) => name.endsWith('.jsonl')).length, 5);
    const files = ['audit.00001.jsonl', 'audit.00003.jsonl', 'audit.jsonl'];
    const expected = [
      ['removed_head', 'audit.00002.jsonl', 1],
      ['missing_file', 'audit.00003.jsonl', undefined],
      ['removed_tail', 'audit.00004.jsonl', 3],
    ];
    for (const [index, name] of files.entries()) {
      const bytes = log.read(name);
      log.remove(name);
      assert.deepEqual(await found(), [expected[index]]);
      log.write(name, bytes);
    }
  });

  it('finds a missing file even if the others were renumbered', async () => {
    log.limits.maxFileBytes = 800;
    await write(9);
    log.write('audit.00002.jsonl', log.read('audit.00003.jsonl'));
    log.write('audit.00003.jsonl', log.read('audit.00004.jsonl'));
    log.remove('audit.00004.jsonl');
    assert.deepEqual(await log.findings(), ['missing_file']);
  });

  it('accepts whole files removed by retention', async () => {
    log.limits.maxFileBytes = 800;
    const audit = await log.open();
    const at = (ms: number) => new Date(log.clock.now() + ms).toISOString();
    for (const day of [0, 0, 1, 1, 20, 20, 21]) {
      await audit.append(auditEntry(`day-${day}`, { ts: at(day * 86_400_000) }));
    }
    await log.close(audit);
    log.limits.retentionDays = 10;
    log.clock.advance(21 * 86_400_000);
    await write(1);
    const files = log.names().filter((name) => name.endsWith('.jsonl'));
    assert.deepEqual(files, ['audit.00003.jsonl', 'audit.jsonl']);
    assert.deepEqual(await log.findings(), []);
    log.remove('audit.00003.jsonl');
    assert.deepEqual(await log.findings(), ['removed_head']);
  });

  it('remembers problems found at opening, whatever is sealed after', async () => {
    await write(5);
    edit('audit.jsonl', (lines) => lines.slice(0, 3));
    await write(4, 6);
    assert.deepEqual(await log.findings(), ['removed_tail']);
    assert.match(
      log.problems.list().map(inEnglish).join(),
      /The log ended at entry 3, but its seal names entry 5/,
    );
    await write(1, 10);
    assert.deepEqual(await log.findings(), ['removed_tail']);
  });

  it('remembers a changed or missing seal in the next one', async () => {
    await write(2);
    log.write(
      'audit-heads.json',
      log.read('audit-heads.json').toString().replace('"seq": 2', '"seq": 1'),
    );
    assert.deepEqual(await log.findings(), ['foreign_seal']);
    await write(1, 3);
    assert.deepEqual(await log.findings(), ['foreign_seal']);
    assert.ok(log.names().some((name) => name.startsWith('audit-heads.json.unproven-')));
  });

  it('continues the log without a key and says why nothing can be proven', async () => {
    log.key.isLocked = true;
    await write(3);
    const { findings, entries, unsealed } = await log.verify();
    assert.deepEqual([entries, unsealed], [3, 3]);
    assert.deepEqual(
      findings.map(({ kind }) => kind),
      ['unsealed'],
    );
    assert.match(inEnglish(findings[0]?.text ?? asIs('')), /The secrets are locked/);
    assert.match(
      log.problems.list().map(inEnglish).join(),
      /written but not sealed: The secrets are locked/,
    );
    log.key.isLocked = false;
    await write(1, 4);
    assert.deepEqual(await log.findings(), ['unproven']);
  });

  it('asks for the key seconds after the first entry, never at opening', async () => {
    const audit = await log.open();
    const asked = [log.key.asked];
    await appendCalls(audit, 3);
    asked.push(log.key.asked);
    await log.close(audit);
    assert.deepEqual(asked, [0, 0]);
    assert.notEqual(log.key.asked, 0);
  });

  it('records in the log that a crash tore a line, once it is opened again', async () => {
    await write(2);
    const whole = log.read('audit.jsonl');
    log.write('audit.jsonl', Buffer.concat([whole, Buffer.from('{"writer":"main","se')]));
    assert.deepEqual(await log.findings(), ['torn']);
    await write(1, 3);
    assert.match(log.lines('audit.jsonl')[2] ?? '', /"seq":3,.*"dropped_bytes":20}$/);
    assert.match(log.problems.list().map(inEnglish).join(), /was removed \(20 bytes\)/);
    const { findings, entries } = await log.verify();
    assert.deepEqual([findings, entries], [[], 3]);
  });

  it('adds a missing newline to a complete line', async () => {
    await write(2);
    const whole = log.read('audit.jsonl');
    log.write('audit.jsonl', whole.subarray(0, whole.length - 1));
    await write(1, 3);
    assert.equal(log.lines('audit.jsonl').length, 3);
    assert.deepEqual(log.problems.list(), []);
    assert.deepEqual(await log.findings(), []);
  });

  it('finds entries outside the chain, also before its first line, and keeps them', async () => {
    const old = ['a', 'b'].map((id) => `${JSON.stringify(auditEntry(id))}\n`).join('');
    log.write('audit.jsonl', old);
    await write(2);
    assert.ok(log.read('audit.jsonl').toString().startsWith(old));
    const { findings, entries } = await log.verify();
    assert.equal(entries, 2);
    assert.deepEqual(
      findings.map(({ kind, line }) => [kind, line]),
      [
        ['altered', 1],
        ['altered', 2],
      ],
    );
  });

  it('also detects a missing log of a second window', async () => {
    const first = await log.open();
    const second = await log.open();
    await appendCalls(first, 2);
    await appendCalls(second, 2);
    await log.close(second);
    await log.close(first);
    assert.deepEqual(await log.findings(), []);
    log.remove('audit-2.jsonl');
    log.remove('audit-heads-2.json');
    assert.deepEqual(await found(), [['missing_log', 'audit-2.jsonl', undefined]]);
  });

  it('starts a new log without findings after erasing', async () => {
    log.limits.maxFileBytes = 800;
    await write(5);
    const audit = await log.open();
    await appendCalls(audit, 1, 6);
    await audit.erase();
    assert.deepEqual(
      log.names().filter((name) => /jsonl|heads/.test(name)),
      [],
    );
    await appendCalls(audit, 1, 7);
    await log.close(audit);
    assert.match(
      log.lines('audit.jsonl').join(),
      /^\{"writer":"main","seq":1,"prev":"0{64}",.*call-7/,
    );
    assert.deepEqual(await log.findings(), []);
  });
});
