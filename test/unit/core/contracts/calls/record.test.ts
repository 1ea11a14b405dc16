import assert from 'node:assert/strict';
import {
  recordOf,
  type ToolInvocationRecord,
} from '../../../../../src/core/contracts/calls/record';
import { failure } from '../../../../../src/core/contracts/failure';
import { outcomeOf } from '../../../fakes/runner';

const ids = { toolCallId: 'c1', tool: 'core__read', args: '{}', attempt: 0 } as const;
const call = { ...ids, phase: 'executor', origin: 'model' } as const;
const times = { startedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z' };

describe('the record of a call', () => {
  it('INV-10: is in terms of no vendor, from start to end', () => {
    const outcome = outcomeOf(call, { output: { content: 'a' } });
    const result = { toolCallId: 'c1', ok: true, value: { content: 'a' } };
    assert.deepEqual(recordOf(outcome, { path: 'a' }, times), {
      ...{ toolCallId: 'c1', name: 'core__read', args: { path: 'a' }, result },
      ...{ error: undefined, ...times },
    });
  });

  it('INV-10: of a failed call names the code and a safe message', () => {
    const failed = failure('validation', 'path is missing');
    const { result, error } = recordOf(
      outcomeOf(call, { status: 'failed', failure: failed }),
      {},
      times,
    );
    assert.deepEqual(result, {
      ...{ toolCallId: 'c1', ok: false },
      ...{ errorCode: 'validation', safeMessage: 'path is missing' },
    });
    assert.equal(error, failed);
  });

  it('INV-10: has a place for the payload of a provider, and shows none', () => {
    const outcome = { ...outcomeOf(call, {}), raw: { 'x-provider': 'as sent' } };
    const record = recordOf(outcome, {}, times);
    assert.equal('raw' in record || 'raw' in record.result, false);
    const observed: ToolInvocationRecord = { ...record, raw: outcome.raw };
    assert.deepEqual(observed.raw, { 'x-provider': 'as sent' });
  });
});
