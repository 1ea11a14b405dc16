import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditEntrySchema } from '../../../../../src/core/contracts/audit';
import { auditFields, auditSubject } from '../../../../../src/host/views/audit/audit-fields';
import { renderAuditPage, type AuditPage } from '../../../../../src/host/views/audit/audit-page';
import { html } from '../../../../../src/host/views/audit/html';
import { auditRow } from './rows';

function page(more: Partial<AuditPage> = {}): string {
  return renderAuditPage({
    workspace: 'work',
    rows: [auditRow(1)],
    problems: [],
    hasOlder: false,
    hasNewer: false,
    nonce: 'n0nce',
    ...more,
  });
}

describe('html', () => {
  it('escapes every value and keeps markup', () => {
    const inner = html`<b>${'<i>"&\''}</b>`;
    assert.equal(html`<p>${inner}${[inner]}${1}</p>`.html.match(/<i>/), null);
    assert.match(inner.html, /^<b>&lt;i&gt;&quot;&amp;&#39;<\/b>$/);
  });
});

describe('auditFields', () => {
  it('000 Tool Audit: shows every field of an entry', () => {
    const shown = auditFields(auditRow(1)).map((field) => field.name);
    const all = Object.keys(auditEntrySchema.shape).filter((name) => name !== 'gates');
    assert.deepEqual([...shown].sort(), all.sort());
  });

  it('says when a field was not recorded', () => {
    const fields = auditFields(auditRow(1));
    assert.equal(fields.find((field) => field.name === 'exit_code')?.text, '—');
  });

  it('shows an exit code of 0 and a false', () => {
    const fields = new Map(
      auditFields(auditRow(1, { exit_code: 0, truncated: false })).map((f) => [f.name, f.text]),
    );
    assert.deepEqual([fields.get('exit_code'), fields.get('truncated')], ['0', 'false']);
  });
});

describe('auditSubject', () => {
  it('is the command or the path, unseen characters visible, cut to one line', () => {
    assert.equal(auditSubject(auditRow(1, { call: { command: 'a\nb\u202e' } })), 'a\\nb\\u202e');
    assert.equal(auditSubject(auditRow(1, { call: { path: 'a.ts', text: 'x' } })), 'a.ts');
    assert.equal(auditSubject(auditRow(1, { call: { n: 1 } })), '{"n":1}');
    assert.equal(auditSubject(auditRow(1, { call: { command: 'x'.repeat(500) } })).length, 160);
  });
});

describe('renderAuditPage', () => {
  it('security T5: allows nothing but its own script and style', () => {
    assert.match(
      page(),
      /content="default-src 'none'; style-src 'nonce-n0nce'; script-src 'nonce-n0nce'"|content="default-src &#39;none&#39;; style-src &#39;nonce-n0nce&#39;; script-src &#39;nonce-n0nce&#39;"/,
    );
    assert.doesNotMatch(page(), /\son\w+=|javascript:|https?:/);
  });

  it('shows time, tool, call, result, approval and duration of a row', () => {
    const text = page({ rows: [auditRow(7, { exit_code: 3 })] });
    for (const part of [
      '2026-01-02 03:04:05',
      'core__bash',
      'npm test',
      'success',
      'user',
      '12 ms',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.match(text, /<td class="number">3<\/td>/);
  });

  it('DESIGN decision 38: says of a further row of a call what it tells', () => {
    const rows = [
      auditRow(2, { event: 'background_end', result: 'error' }),
      auditRow(3, { event: 'rollback', result: 'rollback' }),
      auditRow(4, { event: 'recovered', result: 'cancelled' }),
    ];
    const text = page({ rows });
    assert.match(text, /error · end in the background\n/);
    assert.match(text, /rolled back · by hand\n/);
    assert.match(text, /cancelled · found after a crash\n/);
    assert.doesNotMatch(page(), / · (?:end|by|found)/);
  });

  it('opens the fields of a row by a button that a keyboard reaches', () => {
    assert.match(page(), /<button[^>]*aria-expanded="false"[^>]*aria-controls="details-1"/);
    assert.match(page(), /<tr id="details-1" class="details" hidden>/);
  });

  it('shows each gate in order with its verdict', () => {
    assert.match(page(), /<ol>[\s\S]*ask · permission-rules:\s+no rule matches/);
  });

  it('keeps line breaks of the summary', () => {
    assert.ok(page({ rows: [auditRow(1, { summary: 'a\n  b' })] }).includes('<dd>a\n  b</dd>'));
  });

  it('shows problems of the store above the table, as an alert', () => {
    const text = page({ problems: ['journal.1 was set aside <x>'] });
    assert.match(text, /role="alert">⚠ journal\.1 was set aside &lt;x&gt;/);
    assert.ok(text.indexOf('role="alert"') < text.indexOf('<table>'));
  });

  it('says when nothing was recorded', () => {
    assert.match(page({ rows: [] }), /No tool call has been recorded/);
  });

  it('disables the buttons that lead nowhere', () => {
    const text = page({ hasOlder: true });
    assert.match(text, /<button data-action="newer" disabled>/);
    assert.match(text, /<button data-action="older">/);
  });

  it('security T5: no field adds markup, whatever its text', () => {
    const tags = (text: string) => (text.match(/<[a-z!/][^>]*>/gi) ?? []).length;
    const plain = tags(page());
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('<img src=x onerror=alert(1)>', '</dd><script>', '"><b>', "' onclick='x"),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const row = auditRow(1, {
          tool: text,
          summary: text,
          ts: text,
          approved_by: text,
          session: text,
          call: { command: text },
          gates: [{ slot: text, verdict: text, reason: text }],
        });
        assert.equal(tags(page({ rows: [row], workspace: text })), plain);
      }),
    );
  });
});
