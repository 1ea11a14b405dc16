import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sealedEntrySchema } from '../../../../../src/core/contracts/audit/entry';
import { problems, rowsHtml, detailsRow } from '../../../../../src/host/views/audit/table';
import {
  auditColumns,
  auditFields,
  auditSubject,
} from '../../../../../src/host/views/audit/fields';
import { auditShell } from '../../../../../src/host/views/audit/page';
import { html } from '../../../../../src/host/window/html';
import type { AuditRow } from '../../../../../src/core/ports/audit-log';
import { auditRow } from './rows';

function table(rows: readonly AuditRow[], unfolded = false): string {
  return rowsHtml(rows, { isFiltered: false, isUnfolded: () => unfolded });
}

function fieldsOf(row: AuditRow): ReadonlyMap<string, string | undefined> {
  return new Map(
    auditFields(row).flatMap(({ fields }) => fields.map(({ name, text }) => [name, text])),
  );
}

describe('html', () => {
  it('escapes every value and keeps markup', () => {
    const inner = html`<b>${'<i>"&\''}</b>`;
    assert.equal(html`<p>${inner}${[inner]}${1}</p>`.html.match(/<i>/), null);
    assert.match(inner.html, /^<b>&lt;i&gt;&quot;&amp;&#39;<\/b>$/);
  });
});

describe('auditFields', () => {
  it('000-audit-5: shows every field of an entry, its place in the chain too', () => {
    const all = Object.keys(sealedEntrySchema.shape);
    assert.deepEqual([...auditColumns].sort(), all.sort());
  });

  it('leaves out fields that were not recorded', () => {
    assert.equal(fieldsOf(auditRow(1)).has('exit_code'), false);
    assert.doesNotMatch(detailsRow(auditRow(1)).html, /exit_code|—/);
    assert.deepEqual(
      [...fieldsOf(auditRow(1, { denied_by: 'user' })).keys()].includes('denied_by'),
      true,
    );
  });

  it('shows an exit code of 0, a false, and filter statistics', () => {
    const filter = {
      rules: ['npm-install', 'log-dedup'],
      confidence: 'partial' as const,
      raw_lines: 342,
      filtered_lines: 28,
      raw_bytes: 34_000,
      filtered_bytes: 8200,
    };
    const fields = fieldsOf(auditRow(1, { exit_code: 0, truncated: false, filter }));
    assert.deepEqual([fields.get('exit_code'), fields.get('truncated')], ['0', 'false']);
    assert.equal(
      fields.get('filter'),
      '342 lines -> 28 lines, 91.8% filtered\n34,000 bytes -> 8,200 bytes\nby npm-install, log-dedup (partial)',
    );
    const same = { ...filter, filtered_lines: 342, rules: ['a\u202e'] };
    assert.equal(
      fieldsOf(auditRow(1, { filter: same })).get('filter'),
      'no line was left out\n34,000 bytes -> 8,200 bytes\nby a\\u202e (partial)',
    );
  });
});

describe('auditSubject', () => {
  it('is the command, path or address, unseen characters visible, cut to one line', () => {
    assert.equal(auditSubject(auditRow(1, { call: { command: 'a\nb\u202e' } })), 'a\\nb\\u202e');
    assert.equal(auditSubject(auditRow(1, { call: { path: 'a.ts', text: 'x' } })), 'a.ts');
    const url = 'https://example.com/a';
    assert.equal(auditSubject(auditRow(1, { call: { format: 'text', url } })), url);
    assert.equal(auditSubject(auditRow(1, { call: {} })), '');
    assert.equal(auditSubject(auditRow(1, { call: { n: 1 } })), '{"n":1}');
    assert.equal(auditSubject(auditRow(1, { call: { command: 'x'.repeat(5000) } })).length, 400);
  });
});

describe('rowsHtml', () => {
  it('shows time, tool, call, result, approval, exit code and duration of a row', () => {
    const text = table([auditRow(7, { exit_code: 3 })]);
    for (const part of ['2026-01-02 03:04:05', '>bash<', 'npm test', 'Completed', '>You<']) {
      assert.ok(text.includes(part), part);
    }
    assert.match(text, /class="exit">3<\/td>/);
    assert.match(text, /class="duration">12 ms<\/td>/);
  });

  it('says who decided, and how a refused call ended, in the words of the card', () => {
    const shown = (more: Partial<AuditRow>) => {
      const text = table([auditRow(1, { approved_by: 'none', ...more })]);
      const result = /codicon-[\w-]+" aria-hidden="true"><\/span> ([^<]*)<\/span/.exec(text)?.[1];
      return [result, /<td[^>]*class="approved">([^<]*)</.exec(text)?.[1]];
    };
    const denied = { result: 'denied', error_code: 'policy_denied' } as const;
    const gates = (slot: string) => [{ slot, verdict: 'deny', reason: '' }];
    assert.deepEqual(shown({ ...denied, denied_by: 'user' }), ['Denied by you', 'You']);
    assert.deepEqual(shown({ ...denied, denied_by: 'timeout' }), [
      'Approval timed out',
      'Time limit',
    ]);
    assert.deepEqual(shown({ ...denied, gates: gates('permission-rules') }), [
      'Denied by a rule',
      'Rule',
    ]);
    assert.deepEqual(shown({ ...denied, gates: gates('blocklist') }), ['Blocked', 'Blocked list']);
    assert.deepEqual(shown({ result: 'error', error_code: 'timeout', approved_by: 'auto' }), [
      'Timed out',
      'Checks',
    ]);
  });

  it('shows no exit code of a command that still runs', () => {
    assert.match(table([auditRow(1, { exit_code: -1 })]), /class="exit"><\/td>/);
  });

  it('writes durations as exactly as matters', () => {
    const texts = [3.6, 1240, 34_000, 184_000].map(
      (duration_ms) =>
        /<td[^>]*class="duration">([^<]*)</.exec(table([auditRow(1, { duration_ms })]))?.[1],
    );
    assert.deepEqual(texts, ['4 ms', '1.2 s', '34 s', '3 min']);
  });

  it('shows what the user did in the words of the buttons, without a card', () => {
    const args = { name: 'gatehouse.model', scope: 'user', after: '"x"' };
    const text = table([
      auditRow(2, {
        event: 'rollback',
        result: 'rollback',
        tool: 'gatehouse.undo',
        call: { paths: ['a.txt', 'b.txt'] },
      }),
      auditRow(3, { event: 'keep', tool: 'gatehouse.keep', call: { paths: ['a.txt'] } }),
      auditRow(4, { event: 'setting', tool: 'gatehouse.settings', call: args }),
      auditRow(5, {
        event: 'setting',
        tool: 'gatehouse.rules',
        call: { added: ['bash: npm test'] },
      }),
      auditRow(6, {
        event: 'setting',
        tool: 'gatehouse.trust',
        call: { name: 'core__bash', scope: 'chat', before: 'trusted', after: 'untrusted' },
      }),
      auditRow(7, {
        event: 'setting',
        tool: 'gatehouse.permission',
        call: { name: 'Edits run', scope: 'chat', before: 'rules', after: 'edits' },
      }),
      auditRow(8, {
        event: 'setting',
        tool: 'gatehouse.key',
        call: { name: 'openai', scope: 'user', change: 'set' },
      }),
    ]);
    const column = (name: string) =>
      [...text.matchAll(new RegExp(`<td[^>]*class="${name}"[^>]*>(.*?)</td>`, 'gs'))].map(
        ([, cell = '']) =>
          cell
            .replace(/<[^>]*>/g, '')
            .trim()
            .replace(/\s+/g, ' '),
      );
    assert.deepEqual(column('tool'), [
      ...['Undo', 'Keep', 'Settings', 'Rules'],
      ...['Trust level', 'Permission level', 'API key'],
    ]);
    assert.deepEqual(column('call'), [
      'a.txt, b.txt',
      'a.txt',
      'gatehouse.model',
      'bash: npm test',
      ...['core__bash', 'Edits run', 'openai'],
    ]);
    assert.deepEqual(column('result'), [
      ...['Undone · by you', 'Kept', 'Changed', 'Changed'],
      ...['Changed', 'Changed', 'Changed'],
    ]);
    assert.equal(text.includes('data-row-action="showCard"'), false);
  });

  it('decision 38: labels each further row of a call', () => {
    const text = table([
      auditRow(2, { event: 'background_end', result: 'error' }),
      auditRow(3, { event: 'rollback', result: 'rollback' }),
      auditRow(4, { event: 'recovered', result: 'cancelled' }),
      auditRow(5, { event: 'interrupted', result: 'cancelled' }),
      auditRow(6, { event: 'erased' }),
    ]);
    const notes = [...text.matchAll(/class="event"\s*>· ([^<]*)</g)].map(([, note]) => note);
    assert.deepEqual(notes, [
      'ended in the background',
      'by you',
      'found after a crash',
      'interrupted by a crash',
      'earlier log deleted',
    ]);
    assert.doesNotMatch(table([auditRow(1)]), /class="event"/);
  });

  it('has the fields of a row in the page only once it is unfolded', () => {
    assert.doesNotMatch(table([auditRow(1)]), /<dl>/);
    assert.match(table([auditRow(1)]), /aria-expanded="false"/);
    assert.match(table([auditRow(1)], true), /aria-expanded="true"[\s\S]*<dl>/);
  });

  it('shows each gate in order with its verdict, and that none was reached', () => {
    assert.match(
      detailsRow(auditRow(1)).html,
      /<ol>[\s\S]*<b>ask<\/b> permission-rules:\s+no rule matches/,
    );
    assert.match(detailsRow(auditRow(1, { gates: [] })).html, /The call reached no gate/);
  });

  it('keeps line breaks of the summary', () => {
    assert.ok(detailsRow(auditRow(1, { summary: 'a\n  b' })).html.includes('<dd>a\n  b</dd>'));
  });

  it('distinguishes an empty log from a filter without a match, and offers to reset the filter', () => {
    const isUnfolded = () => false;
    assert.match(rowsHtml([], { isFiltered: false, isUnfolded }), /No tool call has been recorded/);
    assert.match(
      rowsHtml([], { isFiltered: true, isUnfolded }),
      /No rows match the filter[\s\S]*data-action="reset"/,
    );
  });

  it('shows problems of the store as alerts', () => {
    assert.match(problems(['journal.1 was set aside <x>']), /role="alert"[\s\S]*aside &lt;x&gt;/);
    assert.equal(problems([]), '');
  });

  it('decision inert-text: no field adds markup, whatever its text', () => {
    const tags = (text: string) => (text.match(/<[a-z!/][^>]*>/gi) ?? []).length;
    const plain = tags(table([auditRow(1)], true));
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom('<img src=x onerror=alert(1)>', '</dd><script>', '"><b>', "' onclick='x"),
    );
    fc.assert(
      fc.property(
        hostile.filter((text) => text !== ''),
        (text) => {
          const row = auditRow(1, {
            row: text,
            tool: text,
            summary: text,
            ts: text,
            approved_by: text,
            session: text,
            call: { command: text },
            gates: [{ slot: text, verdict: text, reason: text }],
          });
          assert.equal(tags(table([row], true)), plain);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('auditShell', () => {
  const shell = auditShell('<work>');

  it('decision page-isolation: has no script and no style of its own, and escapes names', () => {
    assert.doesNotMatch(shell, /\son\w+=|javascript:|style=/);
    assert.ok(shell.includes('&lt;work&gt;'));
  });

  it('names every field and button for screen readers', () => {
    for (const [field] of shell.matchAll(/<(?:input|select)[^>]*>/g)) {
      assert.ok(shell.lastIndexOf('<label', shell.indexOf(field)) > 0, field);
    }
    assert.match(shell, /role="status"/);
    assert.doesNotMatch(shell, /<button[^>]*>\s*<\/button>/);
    assert.doesNotMatch(shell, / disabled/);
  });
});
