import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AuditRow } from '../../src/core/ports/audit-log';
import { parts, runTyped, until } from './world';

/** The newest rows of the log. */
async function newest(limit: number): Promise<readonly AuditRow[]> {
  const { store } = await parts();
  const { signal } = new AbortController();
  const page = await store.auditQuery.list({ limit, signal });
  assert.ok(page.ok);
  return page.value.rows;
}

describe('the audit log', () => {
  it('000-audit-1: lists every call, newest first: failed, denied and unknown ones too', async () => {
    await runTyped('bash', { command: 'exit 3' });
    await runTyped('read', { path: '/etc/passwd' });
    await runTyped('no_such_tool', {});
    const rows = await newest(3);
    const seen = rows.map(({ tool, result, exit_code }) => ({ tool, result, exit_code }));
    assert.deepEqual(seen, [
      { tool: 'no_such_tool', result: 'denied', exit_code: undefined },
      { tool: 'core__read', result: 'denied', exit_code: undefined },
      { tool: 'core__bash', result: 'error', exit_code: 3 },
    ]);
    const [, denied, failed] = rows;
    assert.equal(denied?.error_category, 'policy_blocked');
    assert.equal(failed?.approved_by, 'user-typed');
    assert.equal(failed.truncated, false);
  });

  it('000-audit-4: redacts a secret before it logs the call', async () => {
    const key = `AKIA${'ABCD'.repeat(4)}`;
    await runTyped('bash', { command: `echo ${key}` });
    assert.equal(JSON.stringify(await newest(1)).includes(key), false);
  });

  it('"Verify Audit Log" reports an unchanged log and what the check cannot prove', async () => {
    await runTyped('bash', { command: 'true' });
    await vscode.commands.executeCommand('gatehouse.verifyAuditLog');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /^The log (is unchanged|is consistent)/);
    assert.doesNotMatch(text, /Altered|Removed|Missing|Rewritten/);
    assert.match(text, /What this cannot prove/);
  });

  it('"Open Audit Log" opens one tab, and focuses it if it is already open', async () => {
    const tabs = () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter(({ label }) => label === 'Gatehouse Audit Log');
    await vscode.commands.executeCommand('gatehouse.openAuditLog');
    await until('the tab is open', () => tabs().length === 1);
    await vscode.commands.executeCommand('workbench.action.files.newUntitledFile');
    await until('the tab is behind another', () => tabs()[0]?.isActive === false);
    await vscode.commands.executeCommand('gatehouse.openAuditLog');
    await until('the tab is in front', () => tabs()[0]?.isActive === true);
    assert.equal(tabs().length, 1);
    await vscode.window.tabGroups.close(tabs());
    assert.equal(tabs().length, 0);
  });
});
