import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reportBody } from '../../../../../src/host/views/report/report-html';
import type { Report } from '../../../../../src/host/views/report/report';

const open = { title: 'Open Rule', command: 'gatehouse.manageRules' };
const again = { title: 'Check Again', command: 'gatehouse.doctor' };

function report(text: string): Report {
  return {
    title: 'Doctor',
    subject: text,
    verdict: { tone: 'bad', text },
    actions: [again],
    blocks: [{ kind: 'facts', facts: [[text, text]] }],
    sections: [
      {
        heading: 'To fix',
        blocks: [
          { kind: 'text', text },
          {
            kind: 'rows',
            rows: [
              { mark: { tone: 'ask', text: 'asks' }, name: text, texts: [text], action: open },
            ],
          },
          { kind: 'quote', text },
          { kind: 'fold', summary: text, blocks: [{ kind: 'text', text }] },
        ],
      },
      { heading: 'Left out', blocks: [] },
    ],
    notes: [text],
  };
}

describe('the page of a report', () => {
  it('numbers its buttons in the order of the actions that the host keeps', () => {
    const { html, actions } = reportBody(report('x'));
    assert.deepEqual(actions, [again, open]);
    const buttons = [...html.matchAll(/data-action="([^"]+)"[^>]*>([^<]*)/g)].map(
      ([, action, text = '']) => [action, text.trim()],
    );
    assert.deepEqual(buttons, [
      ['0', 'Check Again'],
      ['copy', ''],
      ['1', 'Open Rule'],
    ]);
  });

  it('leaves out a section that holds nothing', () => {
    const { html } = reportBody(report('x'));
    assert.match(html, /To fix/);
    assert.doesNotMatch(html, /Left out/);
  });

  it('renders foreign text inertly: no markup, no hidden character, no credential', () => {
    const tags = (html: string) => html.match(/<[^>]*>/g);
    const expected = tags(reportBody(report('x')).html);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('<img src=x onerror=alert(1)>', '"><script>', "' onload='x", '\u202e'),
        ),
        (text) => {
          const { html } = reportBody(report(text));
          assert.deepEqual(tags(html), expected);
          assert.doesNotMatch(html, /[\p{Zl}\p{Zp}\u202e]/u);
        },
      ),
    );
    const token = `ghp_${'a1B2'.repeat(9)}`;
    assert.doesNotMatch(reportBody(report(token)).html, /ghp_/);
  });
});
