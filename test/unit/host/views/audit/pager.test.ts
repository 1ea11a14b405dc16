import assert from 'node:assert/strict';
import type { AuditMove } from '../../../../../src/core/contracts/audit/page';
import {
  AuditPager,
  pageSize,
  rowRangeText,
  type AuditPagerOptions,
} from '../../../../../src/host/views/audit/pager';
import { createMemoryAuditLog, type MemoryAuditLog } from '../../../fakes/audit-log';
import { auditRow } from './rows';

const { signal } = new AbortController();
const newest: AuditPagerOptions = { filter: {}, order: 'newest' };

function log(count: number): MemoryAuditLog {
  return createMemoryAuditLog(Array.from({ length: count }, (_, at) => auditRow(at + 1)));
}

/** First and last row of each page, how the page names them, and the moves it offers. */
async function walk(
  query: MemoryAuditLog,
  moves: readonly AuditMove[],
  options = newest,
): Promise<readonly string[]> {
  const pages = new AuditPager(query, options);
  const seen: string[] = [];
  for (const move of moves) {
    const slice = await pages.go(move, signal);
    if (!slice.ok) seen.push(slice.failure.message);
    else {
      const { rows } = slice.value;
      const ends = `${String(rows[0]?.seq)}-${String(rows.at(-1)?.seq)}`;
      seen.push(`${ends} | ${rowRangeText(slice.value)} | ${slice.value.moves.join(' ')}`);
    }
  }
  return seen;
}

describe('createAuditWalk', () => {
  it('walks to the end by key and back', async () => {
    assert.deepEqual(await walk(log(250), ['here', 'next', 'next', 'next', 'previous', 'first']), [
      '250-151 | Rows 1–100 | next last',
      '150-51 | Rows 101–200 | next last first previous',
      '50-1 | Rows 201–250 of 250 | first previous',
      '50-1 | Rows 201–250 of 250 | first previous',
      '150-51 | Rows 101–200 | next last first previous',
      '250-151 | Rows 1–100 | next last',
    ]);
  });

  it('reaches the last page in one step, by the beginning of the other order', async () => {
    const query = log(250);
    assert.deepEqual(await walk(query, ['here', 'last', 'previous', 'previous', 'next', 'last']), [
      '250-151 | Rows 1–100 | next last',
      '100-1 | The last 100 rows | first previous',
      '200-101 | Rows 101–200 from the end | first previous next last',
      '250-201 | Rows 1–50 of 250 | next last',
      '200-101 | Rows 101–200 from the end | first previous next last',
      '100-1 | The last 100 rows | first previous',
    ]);
    assert.deepEqual(
      query.asked.map(({ order }) => order),
      ['newest', 'oldest', 'oldest', 'oldest', 'oldest', 'oldest'],
    );
  });

  it('offers no other page when the log fits on one exactly', async () => {
    const one = '100-1 | 100 rows | ';
    assert.deepEqual(await walk(log(pageSize), ['here', 'next', 'last', 'previous']), [
      one,
      one,
      one,
      one,
    ]);
  });

  it('answers a log without rows, and one row', async () => {
    assert.deepEqual(await walk(log(0), ['here']), ['undefined-undefined | 0 rows | ']);
    assert.deepEqual(await walk(log(1), ['here']), ['1-1 | 1 row | ']);
  });

  it('starts from the oldest on request', async () => {
    assert.deepEqual(await walk(log(150), ['here', 'last'], { filter: {}, order: 'oldest' }), [
      '1-100 | Rows 1–100 | next last',
      '51-150 | The last 100 rows | first previous',
    ]);
  });

  it('stays on its page while new rows arrive', async () => {
    const query = log(250);
    const pages = new AuditPager(query, newest);
    await pages.go('here', signal);
    await pages.go('next', signal);
    query.rows.push(auditRow(251));
    const slice = await pages.go('here', signal);
    assert.equal(slice.ok ? slice.value.rows[0]?.seq : undefined, 150);
  });

  it('stays where it was when a page cannot be read', async () => {
    const query = log(250);
    const pages = new AuditPager(query, newest);
    await pages.go('here', signal);
    query.fails = true;
    assert.equal((await pages.go('next', signal)).ok, false);
    query.fails = false;
    const slice = await pages.go('here', signal);
    assert.equal(slice.ok ? slice.value.rows[0]?.seq : undefined, 250);
  });

  it('hands filter and signal to the log, and never asks for more than a page', async () => {
    const query = log(3);
    const filter = { tool: 'core__bash', results: ['denied'] as const };
    await new AuditPager(query, { filter, order: 'newest' }).go('here', signal);
    assert.deepEqual(query.asked, [{ filter, order: 'newest', limit: 100, signal }]);
  });
});
