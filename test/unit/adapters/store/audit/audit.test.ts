import { inEnglish } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { listAudit } from '../../../../../src/adapters/store/audit/audit';
import type {
  RequestName,
  StoreRequests,
} from '../../../../../src/adapters/store/channel/protocol';
import type { AuditEntry } from '../../../../../src/core/contracts/audit/entry';
import type { Result } from '../../../../../src/core/contracts/failure';
import type { AuditPage, AuditPageRequest } from '../../../../../src/core/ports/audit-log';
import { auditEntry } from '../../../fakes/audit-entry';
import { workerOfLog, type LogWorker } from '../../../fakes/log-worker';
import { createTemporaryAudit, type TemporaryAudit } from '../../../fakes/temporary-audit';
import { valueOf } from '../../../fakes/temporary-store';

type Request = Partial<AuditPageRequest>;

describe('the pages of the audit log', () => {
  let log: TemporaryAudit;
  let worker: LogWorker;
  beforeEach(() => {
    log = createTemporaryAudit();
    worker = workerOfLog(log);
  });
  afterEach(async () => {
    await worker.close();
    await log.dispose();
  });

  const ask = <N extends RequestName>(name: N, request: StoreRequests[N][0]) =>
    worker.ask(name, request);

  /** Rows that the databases did not have before. */
  async function index(): Promise<number> {
    const before = (await ask('catchUp', null)).auditRows - indexed;
    indexed += before;
    return before;
  }
  let indexed = 0;
  beforeEach(() => (indexed = 0));

  function list(request: Request): Promise<Result<AuditPage>> {
    const { signal } = new AbortController();
    const whole = { limit: 100, signal, ...request };
    return listAudit({ ask }, whole, whole.signal);
  }

  async function page(request: Request = {}): Promise<AuditPage> {
    return valueOf(await list(request));
  }

  async function ids(request: Request = {}): Promise<readonly string[]> {
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const next = await page({ ...request, ...(after !== undefined && { after }) });
      found.push(...next.rows.map((row) => row.tool_call_id));
      if (next.next === undefined) return found;
      after = next.next;
    }
  }

  async function write(entries: readonly AuditEntry[]): Promise<void> {
    const audit = await log.open();
    await Promise.all(entries.map((entry) => audit.append(entry)));
    await log.close(audit);
  }

  const at = (tenth: number) => new Date(Date.UTC(2026, 0, 1) + 100 * tenth).toISOString();

  /** Ten calls, one second apart, of three tools with all results. */
  const results = ['success', 'error', 'denied', 'cancelled', 'rollback'] as const;
  const tools = ['core__bash', 'core__edit', 'core__read'] as const;
  const ten = Array.from({ length: 10 }, (_, call) =>
    auditEntry(`c${call}`, {
      ts: at(call),
      tool: tools[call % 3] ?? '',
      result: results[call % 5] ?? 'success',
      summary: `Summary of "${call}"`,
      call: { nested: [{ text: `Straße\n${call}` }] },
    }),
  );
  const all = ten.map(({ tool_call_id }) => tool_call_id);

  it('go both ways, page by page, with opaque keys', async () => {
    await write(ten);
    for (const limit of [1, 3, 10, 11]) {
      assert.deepEqual(await ids({ limit }), [...all].reverse());
      assert.deepEqual(await ids({ limit, order: 'oldest' }), all);
    }
    assert.equal((await page({ limit: 10 })).next, undefined);
  });

  it('contain complete entries with chain position and row name', async () => {
    await write(ten.slice(0, 2));
    const { rows } = await page({ order: 'oldest' });
    const [first, second] = rows;
    const entry = { ...ten[0], writer: 'main', seq: 1, prev: '0'.repeat(64) };
    assert.deepEqual(first, { ...entry, row: 'main.1.0' });
    assert.notEqual(second?.row, 'main.1.0');
  });

  it('filter by tool, results and time, alone and combined', async () => {
    await write(ten);
    const { tool } = auditEntry('', { tool: 'core__bash' });
    assert.deepEqual(await ids({ filter: { tool } }), ['c9', 'c6', 'c3', 'c0']);
    assert.deepEqual(await ids({ filter: { results: ['error', 'denied'] }, limit: 1 }), [
      'c7',
      'c6',
      'c2',
      'c1',
    ]);
    const both = { tool, results: ['error', 'cancelled'] as const };
    assert.deepEqual(await ids({ filter: both, order: 'oldest' }), ['c3', 'c6']);
    assert.deepEqual(await ids({ filter: { from: at(2), to: at(4) } }), ['c3', 'c2']);
    assert.deepEqual(await ids({ filter: { ...both, from: at(4), to: at(9) } }), ['c6']);
    assert.deepEqual(await ids({ filter: { tool: 'core__none' } }), []);
    assert.deepEqual(await ids({ filter: { results: [] } }), []);
  });

  it('filter by a text in tool, summary, arguments, ids and reasons, ignoring case', async () => {
    await write(ten);
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['CORE__EDIT', ['c7', 'c4', 'c1']],
      ['summary of "3"', ['c3']],
      ['STRASSE', []],
      ['straße\n4', ['c4']],
      ['C9', ['c9']],
      ['Read-Only', [...all].reverse()],
      ['call', []],
      ['', [...all].reverse()],
    ];
    for (const [text, expected] of cases) {
      assert.deepEqual(await ids({ filter: { text }, limit: 2 }), expected, text);
    }
    assert.deepEqual(await ids({ filter: { text: 'c', tool: 'core__read' } }), ['c8', 'c5', 'c2']);
  });

  it('merge several windows by time, then writer, then number', async () => {
    const first = await log.open();
    const second = await log.open();
    for (const call of [1, 2]) {
      await second.append(auditEntry(`second-${call}`, { ts: at(5) }));
      await first.append(auditEntry(`first-${call}`, { ts: at(5) }));
    }
    await second.append(auditEntry('early', { ts: at(1) }));
    const merged = ['early', 'second-1', 'second-2', 'first-1', 'first-2'];
    assert.deepEqual(await ids({ order: 'oldest', limit: 2 }), merged);
  });

  it('continue at the same position when a file is numbered or removed', async () => {
    log.limits.maxFileBytes = 800;
    await write(ten.slice(0, 1));
    const start = await page({ limit: 1, order: 'oldest' });
    assert.equal(start.next, undefined);
    const audit = await log.open();
    for (const entry of ten.slice(1)) await audit.append(entry);
    await log.close(audit);
    const first = await page({ limit: 2, order: 'oldest' });
    assert.deepEqual(
      first.rows.map((row) => row.tool_call_id),
      ['c0', 'c1'],
    );
    assert.deepEqual(await ids(), [...all].reverse());
    log.remove('audit.00001.jsonl');
    assert.deepEqual(await ids({ order: 'oldest' }), all.slice(2));
  });

  it('read only new lines', async () => {
    await write(ten.slice(0, 4));
    assert.equal(await index(), 4);
    assert.equal(await index(), 0);
    await write(ten.slice(4, 6));
    assert.equal(await index(), 2);
  });

  it('are rebuilt from the current content when a file was shortened', async () => {
    await write(ten);
    await index();
    log.write('audit.jsonl', `${log.lines('audit.jsonl').slice(0, 4).join('\n')}\n`);
    assert.deepEqual(await ids({ order: 'oldest' }), all.slice(0, 4));
    assert.match(
      log.problems.list().map(inEnglish).join(),
      /audit.jsonl is not as it was: another program changed it/,
    );
  });

  it('skip and report lines that are not entries, and include entries outside the chain', async () => {
    log.write('audit.jsonl', `${JSON.stringify(ten[0])}\nnot json\n{"tool":"half"}\n`);
    await write(ten.slice(1, 3));
    assert.deepEqual(await ids({ order: 'oldest' }), ['c0', 'c1', 'c2']);
    assert.deepEqual(log.problems.list().map(inEnglish), [
      '2 lines of audit.jsonl are no audit entries and were skipped.',
    ]);
  });

  it('accept entries longer than a megabyte, and end before they get too large', async () => {
    const big = (id: string) => auditEntry(id, { call: { content: `${id}x`.repeat(900_000) } });
    await write([big('aa'), big('bb'), big('cc'), big('dd'), auditEntry('small')]);
    const first = await page();
    assert.deepEqual(
      first.rows.map((row) => row.tool_call_id),
      ['small', 'dd', 'cc', 'bb'],
    );
    assert.deepEqual(await ids(), ['small', 'dd', 'cc', 'bb', 'aa']);
    assert.deepEqual(await ids({ filter: { text: 'bbxbbx' } }), ['bb']);
    assert.deepEqual(await log.findings(), []);
  });

  it('can be cancelled', async () => {
    await write(ten);
    const signal = AbortSignal.abort();
    const result = await list({ limit: 5, signal });
    assert.equal(!result.ok && result.failure.errorCode, 'cancelled');
  });

  it('reject invalid keys and times', async () => {
    for (const wrong of [{ after: 'nonsense' }, { filter: { from: 'yesterday' } }]) {
      const result = await list({ limit: 5, ...wrong });
      assert.equal(!result.ok && result.failure.errorCode, 'validation');
    }
  });

  it('stay within their filter when given the key of another page', async () => {
    await write(ten);
    const filter = { from: at(3), to: at(6) };
    for (const order of ['newest', 'oldest'] as const) {
      const { next = '' } = await page({ order, limit: 1 });
      const { rows } = await page({ order, filter, after: next });
      assert.deepEqual(rows.map(({ ts }) => ts).sort(), [at(3), at(4), at(5)]);
    }
  });

  it('list the tools of the log', async () => {
    await write(ten);
    assert.deepEqual(await ask('audit.tools', null), tools);
  });
});
