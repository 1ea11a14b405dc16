import * as assert from 'node:assert/strict';
import { parts, runTyped } from './world';

describe('the audit log', () => {
  it('000: every tool call is logged, also the denied one, newest first', async () => {
    const { store } = await parts();
    await runTyped('bash', { command: 'exit 3' });
    await runTyped('read', { path: '/etc/passwd' });
    await runTyped('no_such_tool', {});
    const rows = await store.auditQuery.list({ limit: 3 });
    assert.ok(rows.ok);
    const seen = rows.value.map(({ tool, result, exit_code }) => ({ tool, result, exit_code }));
    assert.deepEqual(seen, [
      { tool: 'no_such_tool', result: 'denied', exit_code: undefined },
      { tool: 'core__read', result: 'denied', exit_code: undefined },
      { tool: 'core__bash', result: 'error', exit_code: 3 },
    ]);
    const [, denied, failed] = rows.value;
    assert.equal(denied?.error_category, 'policy_blocked');
    assert.equal(failed?.approved_by, 'user-typed');
    assert.equal(failed.truncated, false);
  });

  it('000: sensitive values in calls are redacted before logging', async () => {
    const { store } = await parts();
    const key = `AKIA${'ABCD'.repeat(4)}`;
    await runTyped('bash', { command: `echo ${key}` });
    const rows = await store.auditQuery.list({ limit: 1 });
    assert.equal(JSON.stringify(rows).includes(key), false);
  });
});
