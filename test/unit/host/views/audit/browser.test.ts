import assert from 'node:assert/strict';
import type {
  AuditViewMessage,
  AuditViewRequest,
} from '../../../../../src/core/contracts/audit/page';
import { AuditBrowser, emptyForm } from '../../../../../src/host/views/audit/browser';
import { createMemoryAuditLog, type MemoryAuditLog } from '../../../fakes/audit-log';
import { auditRow } from './rows';

function open(log: MemoryAuditLog, troubles: readonly string[] = []) {
  const posted: AuditViewMessage[] = [];
  const asked: unknown[] = [];
  const note =
    (what: string) =>
    (...args: readonly unknown[]): Promise<void> => {
      asked.push([what, ...args]);
      return Promise.resolve();
    };
  const browser = new AuditBrowser({
    query: log,
    problems: () => troubles,
    post: (message) => posted.push(message),
    actions: {
      showCard: (row) => note('showCard')(row.tool_call_id),
      copy: (row) => note('copy')(row.tool_call_id),
      exportRows: note('export'),
      verify: note('verify'),
    },
  });
  return { browser, posted, asked };
}

function logOf(count: number): MemoryAuditLog {
  return createMemoryAuditLog(
    Array.from({ length: count }, (_, at) =>
      auditRow(at + 1, at % 2 === 0 ? {} : { tool: 'core__read', result: 'denied' }),
    ),
  );
}

function query(form: Partial<typeof emptyForm>, range = {}): AuditViewRequest {
  return { type: 'query', form: { ...emptyForm, ...form }, ...range };
}

/** The last table that was posted. */
function rowsOf(posted: readonly AuditViewMessage[]) {
  const last = posted.findLast((message) => message.type === 'rows');
  assert.ok(last?.type === 'rows');
  return { ...last, ids: [...last.html.matchAll(/data-row="main:(\d+)"/g)].map(([, id]) => id) };
}

describe('the browser of the audit log', () => {
  it('follows the log: shows new rows without a sign that it is busy, at the same scroll', async () => {
    const log = logOf(1);
    const { browser, posted } = open(log);
    await browser.receive({ type: 'ready' });
    posted.length = 0;
    log.rows.push(auditRow(2));
    await browser.follow();
    assert.deepEqual(rowsOf(posted).ids, ['2', '1']);
    assert.equal(rowsOf(posted).top, undefined);
    assert.equal(
      posted.some(({ type }) => type === 'busy'),
      false,
    );
  });

  it('answers a page that begins with form, tools and the newest rows', async () => {
    const { browser, posted } = open(logOf(3));
    await browser.receive({ type: 'ready' });
    assert.deepEqual(posted[0], { type: 'restore', form: emptyForm });
    assert.deepEqual(
      posted.find(({ type }) => type === 'tools'),
      {
        type: 'tools',
        tools: [
          { id: 'core__bash', label: 'bash' },
          { id: 'core__read', label: 'read' },
        ],
      },
    );
    assert.deepEqual(rowsOf(posted).ids, ['3', '2', '1']);
    assert.equal(rowsOf(posted).status, '3 rows, newest first');
  });

  it('hands the filter to the log, and only what is set of it', async () => {
    const log = logOf(3);
    const { browser, posted } = open(log);
    await browser.receive(query({ text: '  ' }));
    const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' };
    await browser.receive(
      query({ text: ' test ', tool: 'core__read', results: ['denied'], order: 'oldest' }, range),
    );
    assert.deepEqual(
      log.asked.map(({ filter, order }) => ({ filter, order })),
      [
        { filter: {}, order: 'newest' },
        {
          filter: { tool: 'core__read', results: ['denied'], text: 'test', ...range },
          order: 'oldest',
        },
      ],
    );
    assert.deepEqual(rowsOf(posted).ids, ['2']);
    assert.equal(rowsOf(posted).status, '1 row that matches the filter, oldest first');
  });

  it('cancels a query that runs when another comes, and shows only the last answer', async () => {
    const log = logOf(3);
    const { browser, posted } = open(log);
    let letGo: () => void = () => undefined;
    log.gate = new Promise((resolve) => {
      letGo = resolve;
    });
    const first = browser.receive(query({ text: 'core__b' }));
    const second = browser.receive(query({ text: 'core__read' }));
    assert.deepEqual(
      log.asked.map(({ signal }) => signal.aborted),
      [true, false],
    );
    letGo();
    await Promise.all([first, second]);
    assert.equal(posted.filter(({ type }) => type === 'rows').length, 1);
    assert.deepEqual(rowsOf(posted).ids, ['2']);
  });

  it('shows a page that was out of sight as it was: form, page, unfolded rows and scroll', async () => {
    const { browser, posted } = open(logOf(250));
    await browser.receive(query({ text: 'c' }));
    await browser.receive({ type: 'move', to: 'next' });
    await browser.receive({ type: 'unfold', row: 'main:149' });
    await browser.receive({ type: 'scrolled', top: 340 });
    posted.length = 0;
    await browser.receive({ type: 'ready' });
    assert.deepEqual(posted[0], { type: 'restore', form: { ...emptyForm, text: 'c' } });
    const { ids, html, top } = rowsOf(posted);
    assert.deepEqual([ids[0], ids.length, top], ['150', 100, 340]);
    assert.match(html, /data-of="main:149"/);
    await browser.receive({ type: 'fold', row: 'main:149' });
    await browser.receive({ type: 'move', to: 'here' });
    assert.doesNotMatch(rowsOf(posted).html, /data-of/);
  });

  it('begins another page at its top, and leaves the scroll of a refreshed one alone', async () => {
    const { browser, posted } = open(logOf(250));
    await browser.receive({ type: 'ready' });
    await browser.receive({ type: 'move', to: 'last' });
    assert.equal(rowsOf(posted).top, 0);
    await browser.receive({ type: 'move', to: 'here' });
    assert.equal(rowsOf(posted).top, undefined);
  });

  it('acts on rows in sight only, by the id that it gave them', async () => {
    const { browser, posted, asked } = open(logOf(3));
    await browser.receive({ type: 'ready' });
    await browser.receive({ type: 'showCard', row: 'main:2' });
    await browser.receive({ type: 'copy', row: 'main:1' });
    await browser.receive({ type: 'copy', row: 'main:99' });
    assert.deepEqual(asked, [
      ['showCard', 'c2'],
      ['copy', 'c1'],
    ]);
    assert.deepEqual(posted.at(-1), { type: 'copied', row: 'main:1' });
  });

  it('exports what the filter shows, in its order, and verifies', async () => {
    const { browser, asked } = open(logOf(3));
    await browser.receive(query({ tool: 'core__read', order: 'oldest' }));
    await browser.receive({ type: 'export' });
    await browser.receive({ type: 'verify' });
    assert.deepEqual(asked, [['export', { tool: 'core__read' }, 'oldest'], ['verify']]);
  });

  it('reports why no rows can be shown, next to the problems of the store', async () => {
    const log = logOf(3);
    log.fails = true;
    const { browser, posted } = open(log, ['journal.1 was set aside.']);
    await browser.receive({ type: 'ready' });
    const { problems, html, moves } = rowsOf(posted);
    assert.match(problems, /journal\.1 was set aside\.[\s\S]*The index is shut\./);
    assert.match(html, /No entries can be shown/);
    assert.deepEqual(moves, []);
  });

  it('says nothing more once it is disposed', async () => {
    const { browser, posted } = open(logOf(3));
    const reading = browser.receive({ type: 'ready' });
    posted.length = 0;
    browser.dispose();
    await reading;
    assert.deepEqual(posted, []);
  });
});
