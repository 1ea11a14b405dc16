import assert from 'node:assert/strict';
import fc from 'fast-check';
import { auditRequest } from '../../../../../src/core/contracts/audit/page';
import { emptyForm } from '../../../../../src/host/views/audit/browser';

const readAuditRequest = (message: unknown) => auditRequest.safeParse(message).data;

describe('the requests of the audit page', () => {
  it('reads what the page may ask', () => {
    const asked = [
      { type: 'ready' },
      { type: 'export' },
      { type: 'verify' },
      { type: 'move', to: 'last' },
      { type: 'unfold', row: 'r' },
      { type: 'fold', row: 'r' },
      { type: 'showCard', row: 'r' },
      { type: 'copy', row: 'r' },
      { type: 'scrolled', top: 12 },
      { type: 'query', form: emptyForm, from: '2026-01-02T03:04:05.000Z' },
    ];
    assert.deepEqual(asked.map(readAuditRequest), asked);
  });

  it('decision page-isolation: takes of a query only what a form can hold', () => {
    const request = readAuditRequest({
      type: 'query',
      form: {
        ...emptyForm,
        text: 'x'.repeat(5000),
        results: ['denied', 'everything', 'denied', 3],
        extra: 1,
      },
      from: "'; DROP TABLE audit; --",
      to: '2026-01-02T04:04:05+01:00',
    });
    assert.deepEqual(request, {
      type: 'query',
      form: { ...emptyForm, text: 'x'.repeat(1000), results: ['denied'] },
      to: '2026-01-02T03:04:05.000Z',
    });
  });

  it('reads nothing else', () => {
    const others: readonly unknown[] = [
      undefined,
      null,
      'ready',
      [],
      {},
      { type: 'delete' },
      { type: 'move', to: 'away' },
      { type: 'copy', row: 1 },
      { type: 'scrolled', top: -1 },
      { type: 'query' },
      { type: 'query', form: { ...emptyForm, time: 'never' } },
      { type: 'query', form: { ...emptyForm, order: 'random' } },
    ];
    assert.deepEqual(
      others.map(readAuditRequest),
      others.map(() => undefined),
    );
  });

  it('does not throw, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), (message) => {
        readAuditRequest(message);
        readAuditRequest({ type: 'query', form: message, from: message });
      }),
      { numRuns: 200 },
    );
  });
});
