import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { chainLine, chainStart } from '../../../../src/adapters/store/audit/log/lines';
import { encodeEntry } from '../../../../src/adapters/store/audit/log/entries';
import { listAudit } from '../../../../src/adapters/store/audit/audit';
import { auditEntry } from '../../fakes/audit-entry';
import { workerOfLog } from '../../fakes/log-worker';
import { createTemporaryAudit, type TemporaryAudit } from '../../fakes/temporary-audit';
import { valueOf } from '../../fakes/temporary-store';
import { times } from '../../../soak';

const count = times(100_000);

describe(`an audit log of ${count} entries`, function () {
  this.timeout(600_000);
  let log: TemporaryAudit;
  beforeEach(() => {
    log = createTemporaryAudit();
    let last = chainStart;
    const lines: Buffer[] = [];
    for (let call = 1; call <= count; call += 1) {
      const ts = new Date(Date.UTC(2026, 0, 1) + call * 1000).toISOString();
      const entry = auditEntry(`call-${call}`, { ts, summary: 'x'.repeat(200) });
      const next = chainLine(last, 'main', encodeEntry(entry));
      lines.push(next.line, Buffer.from('\n'));
      last = next.point;
    }
    log.write('audit.jsonl', Buffer.concat(lines));
  });
  afterEach(() => log.dispose());

  it('is indexed, paged to its end and verified without loading it all', async function () {
    const worker = workerOfLog(log);
    assert.equal((await worker.ask('catchUp', null)).auditRows, count);
    const signal = new AbortController().signal;
    const ask = async (after: string | undefined, text?: string) =>
      valueOf(
        await listAudit(
          worker,
          {
            limit: 1000,
            signal,
            ...(after !== undefined && { after }),
            ...(text !== undefined && { filter: { text } }),
          },
          signal,
        ),
      );
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await ask(after);
      seen.push(...page.rows.map((row) => row.tool_call_id));
      if (page.next === undefined) break;
      after = page.next;
    }
    assert.equal(new Set(seen).size, count);
    assert.equal(seen.at(-1), 'call-1');
    const found = await ask(undefined, 'CALL-17171');
    assert.deepEqual(
      found.rows.map((row) => row.tool_call_id),
      ['call-17171'],
    );
    const verdict = await log.verify();
    const kinds = verdict.findings.map(({ kind }) => kind);
    assert.deepEqual([verdict.entries, kinds], [count, ['added']]);
    await worker.close();
  });
});
