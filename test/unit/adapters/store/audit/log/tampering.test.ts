import { asIs, inEnglish } from '../../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import {
  isTampering,
  type AuditFindingKind,
} from '../../../../../../src/core/contracts/audit/entry';
import {
  chainLine,
  chainStart,
  digestOf,
  parseMark,
} from '../../../../../../src/adapters/store/audit/log/lines';
import { encodeEntry } from '../../../../../../src/adapters/store/audit/log/entries';
import { auditEntry } from '../../../../fakes/audit-entry';
import {
  appendCalls,
  closedAudit,
  createTemporaryAudit,
  type TemporaryAudit,
} from '../../../../fakes/temporary-audit';

/** What someone who can write to the disk, but cannot read the secrets, does to the log. */
interface Tampering {
  readonly name: string;
  readonly kind: AuditFindingKind;
  readonly text: RegExp;
  readonly act: (log: TemporaryAudit) => void | Promise<void>;
}

const file = 'audit.jsonl';
const seal = 'audit-heads.json';

function edit(log: TemporaryAudit, change: (lines: string[]) => readonly string[]): void {
  log.write(file, `${change([...log.lines(file)]).join('\n')}\n`);
}

/** The lines, and five forged ones that continue the chain, each `ms` after the one before. */
function continued(before: readonly string[], writer: string, ms: number): readonly string[] {
  const lines = [...before];
  for (let made = 1; made <= 5; made += 1) {
    const last = lines.at(-1);
    const mark = last === undefined ? undefined : parseMark(last);
    const point =
      mark === undefined ? chainStart : { ...mark, digest: digestOf(Buffer.from(last ?? '')) };
    const ts = new Date(Date.parse('2026-01-02T03:04:06Z') + made * ms).toISOString();
    const json = encodeEntry(auditEntry(`forged-${made}`, { ts }));
    lines.push(chainLine(point, writer, json).line.toString());
  }
  return lines;
}

/** The whole log of another folder, sealed with that folder's secrets. */
async function anotherLog(count: number): Promise<ReadonlyMap<string, Buffer>> {
  const other = createTemporaryAudit();
  other.key.bytes.fill(9);
  const audit = await other.open();
  await appendCalls(audit, count, 100);
  await other.close(audit);
  const files = new Map([file, seal].map((name) => [name, other.read(name)]));
  await other.dispose();
  return files;
}

const tamperings: readonly Tampering[] = [
  {
    name: 'changes a line',
    kind: 'altered',
    text: /changed after it was written/,
    act: (log) => edit(log, (l) => l.with(2, (l[2] ?? '').replace('"ok"', '"no"'))),
  },
  {
    name: 'changes the last line',
    kind: 'altered',
    text: /changed after it was sealed/,
    act: (log) => edit(log, (l) => l.with(-1, (l.at(-1) ?? '').replace('"ok"', '"no"'))),
  },
  {
    name: 'inserts an entry',
    kind: 'altered',
    text: /inserted between two existing lines/,
    act: (log) => {
      const forged = continued(log.lines(file), 'main', 1).at(-1) ?? '';
      const prev = digestOf(Buffer.from(log.lines(file)[2] ?? ''));
      const line = forged.replace(/"seq":\d+,"prev":"\w+"/, `"seq":4,"prev":"${prev}"`);
      edit(log, (l) => l.toSpliced(3, 0, line));
    },
  },
  {
    name: 'removes an entry from the middle',
    kind: 'altered',
    text: /Entry 3 are missing|Entry 3 is missing|missing before this line/,
    act: (log) => edit(log, (l) => l.toSpliced(2, 1)),
  },
  {
    name: 'swaps two entries',
    kind: 'altered',
    text: /out of order|missing before this line/,
    act: (log) => edit(log, (l) => l.with(2, l[3] ?? '').with(3, l[2] ?? '')),
  },
  {
    name: 'removes the last entries',
    kind: 'removed_tail',
    text: /missing at the end/,
    act: (log) => edit(log, (l) => l.slice(0, -2)),
  },
  {
    name: 'removes the first entries',
    kind: 'removed_head',
    text: /retention did not remove/,
    act: (log) => edit(log, (l) => l.slice(2)),
  },
  {
    name: 'rewrites the log with a chain that fits',
    kind: 'recomputed',
    text: /rewritten without the key/,
    act: async (log) => log.write(file, (await anotherLog(8)).get(file) ?? ''),
  },
  {
    name: 'removes the seal',
    kind: 'missing_seal',
    text: /The seal is missing/,
    act: (log) => log.remove(seal),
  },
  {
    name: 'changes the seal',
    kind: 'foreign_seal',
    text: /The seal was changed/,
    act: (log) => log.write(seal, log.read(seal).toString().replace('"seq": 8', '"seq": 6')),
  },
  {
    name: 'copies the log and the seal of another writer',
    kind: 'foreign_seal',
    text: /made for another log/,
    act: (log) => {
      const copy = log.read(file).toString().replaceAll('"writer":"main"', '"writer":"2"');
      log.write('audit-2.jsonl', copy);
      log.write('audit-heads-2.json', log.read(seal));
    },
  },
  {
    name: 'swaps in the sealed log of another folder',
    kind: 'foreign_seal',
    text: /another log or with another key/,
    act: async (log) => {
      for (const [name, bytes] of await anotherLog(20)) log.write(name, bytes);
    },
  },
  {
    name: 'deletes the whole log',
    kind: 'missing_log',
    text: /The log of this window is gone/,
    act: (log) => [file, seal].forEach((name) => log.remove(name)),
  },
  {
    name: 'adds a window that never was',
    kind: 'added',
    text: /entries were added/,
    act: (log) => log.write('audit-7.jsonl', `${continued([], '7', 900).join('\n')}\n`),
  },
  {
    name: 'adds a log whose name no window has',
    kind: 'added',
    text: /No window writes a log of this name/,
    act: (log) => {
      const forged = continued([], 'admin', 1);
      log.write('audit-admin.jsonl', `${forged.join('\n')}\n`);
    },
  },
  {
    name: 'adds entries whose time no window would write so',
    kind: 'added',
    text: /No window writes such times/,
    act: (log) =>
      edit(log, (lines) => {
        const last = lines.at(-1) ?? '';
        const point = { ...chainStart, seq: 8, digest: digestOf(Buffer.from(last)) };
        const json = encodeEntry(auditEntry('forged', { ts: 'now' }));
        return [...lines, chainLine(point, 'main', json).line.toString()];
      }),
  },
  {
    name: 'adds entries at the end',
    kind: 'added',
    text: /covers the last 5 entries\. They span 4 s/,
    act: (log) => edit(log, (lines) => continued(lines, 'main', 900)),
  },
];

describe('an audit log that someone tampers with', () => {
  let log: TemporaryAudit;
  beforeEach(async () => {
    log = await closedAudit(8);
  });
  afterEach(() => log.dispose());

  for (const { name, kind, text, act } of tamperings) {
    it(`decision audit-seals: who ${name} is found: ${kind}`, async () => {
      assert.deepEqual(await log.findings(), []);
      await act(log);
      const { findings } = await log.verify();
      const found = findings.find((one) => one.kind === kind);
      assert.match(inEnglish(found?.text ?? asIs(JSON.stringify(findings))), text);
      assert.ok(findings.some((one) => isTampering(one.kind)));
    });

    it(`who ${name} is still found after the next window sealed the log`, async () => {
      await act(log);
      const windows = [await log.open(), await log.open()];
      for (const audit of windows) await appendCalls(audit, 2, 50);
      for (const audit of windows) await log.close(audit);
      const { findings } = await log.verify();
      assert.ok(
        findings.some((one) => isTampering(one.kind)),
        JSON.stringify(findings),
      );
    });
  }

  it('finds the log of an earlier time with its seal', async () => {
    const earlier = new Map([file, seal].map((name) => [name, log.read(name)]));
    const audit = await log.open();
    await appendCalls(audit, 3, 9);
    await log.close(audit);
    for (const [name, bytes] of earlier) log.write(name, bytes);
    assert.deepEqual(await log.findings(), ['older_seal']);
  });

  it('finds the log of an earlier time while the window idles, ten seconds after its last call', async () => {
    const audit = await log.open();
    await appendCalls(audit, 1, 9);
    await audit.seal();
    const earlier = new Map([file, seal].map((name) => [name, log.read(name)]));
    await appendCalls(audit, 3, 10);
    await audit.seal();
    log.clock.advance(10_000);
    await audit.seal();
    for (const [name, bytes] of earlier) log.write(name, bytes);
    await log.kill(audit);
    assert.deepEqual(await log.findings(), ['older_seal']);
  });

  it('decision audit-seals: finds an erased log that was put back', async () => {
    const erased = new Map([file, seal].map((name) => [name, log.read(name)]));
    const audit = await log.open();
    await audit.erase();
    await appendCalls(audit, 1, 9);
    await log.close(audit);
    assert.deepEqual(await log.findings(), []);
    for (const [name, bytes] of erased) log.write(name, bytes);
    assert.deepEqual(await log.findings(), ['foreign_seal']);
  });

  it('finds a deleted log of a window, though the one before it never wrote', async () => {
    const windows = [await log.open(), await log.open(), await log.open()];
    const third = windows[2];
    assert.equal(third?.writer, '3');
    await appendCalls(third, 2);
    for (const audit of windows) await log.close(audit);
    assert.deepEqual(await log.findings(), []);
    log.remove('audit-3.jsonl');
    log.remove('audit-heads-3.json');
    assert.deepEqual(await log.findings(), ['missing_log']);
  });

  it('keeps signs of tampering after retention removed the entries and after many crashes', async () => {
    edit(log, (lines) => lines.slice(0, -2));
    log.limits.maxFileBytes = 800;
    for (let round = 0; round < 25; round += 1) {
      const audit = await log.open();
      await appendCalls(audit, 1, 100 + round);
      await audit.seal();
      await appendCalls(audit, 1, 200 + round);
      await log.kill(audit);
    }
    log.limits.retentionDays = 1;
    log.clock.advance(Date.parse('2026-03-01'));
    const audit = await log.open();
    await appendCalls(audit, 1, 300);
    await audit.seal();
    log.clock.advance(3_600_000);
    await appendCalls(audit, 1, 301);
    await log.close(audit);
    assert.ok(!log.names().includes('audit.00001.jsonl'));
    const { findings } = await log.verify();
    const signs = findings.map(({ kind }) => kind).filter(isTampering);
    assert.deepEqual(signs, ['removed_tail']);
  });

  it('says what it cannot know while the secrets do not open', async () => {
    for (const name of [file, seal]) log.remove(name);
    log.key.isLocked = true;
    const { findings } = await log.verify();
    assert.match(
      inEnglish(findings[0]?.text ?? asIs('')),
      /not known whether .* a whole log, were removed/,
    );
  });
});
