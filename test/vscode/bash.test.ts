import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { inEnglish } from '../../src/core/base/sentence';
import { freshFolder, parts, put, root, runTyped, textOf, until } from './world';

function ours(): readonly vscode.Terminal[] {
  return vscode.window.terminals.filter(({ name }) => name.startsWith('Gatehouse'));
}

describe('bash in a VS Code terminal', () => {
  it('003-envelope-1: captures stdout and stderr as separate streams, with the exact exit code', async () => {
    const { outcome } = await runTyped('bash', { command: 'echo out; echo err >&2; exit 7' });
    assert.equal(outcome.output['stdout'], 'out\n');
    assert.equal(outcome.output['stderr'], 'err\n');
    assert.equal(outcome.output['exit_code'], 7);
    assert.equal(outcome.output['truncated'], false);
    assert.equal(outcome.status, 'failed');
  });

  it('003-acp-4: runs in a visible terminal of VS Code, in the workspace folder', async () => {
    const { outcome } = await runTyped('bash', { command: 'pwd' });
    assert.equal(outcome.output['stdout'], `${await root()}\n`);
    assert.equal(ours().length > 0, true);
  });

  const scripts: Record<string, readonly [string, string]> = {
    'a line break': ['echo a\necho b', 'a\nb\n'],
    'a subshell': ['(echo a; exit 0)', 'a\n'],
    'a here-document': ['cat <<EOF\nx y\nEOF', 'x y\n'],
    'an operator': ['true && echo yes', 'yes\n'],
    'a background process': ['sleep 1000 & echo on', 'on\n'],
  };
  for (const [what, [command, expected]] of Object.entries(scripts)) {
    it(`detects the end of a command with ${what}`, async () => {
      const { outcome } = await runTyped('bash', { command });
      assert.equal(outcome.output['stdout'], expected);
      assert.equal(outcome.status, 'completed');
    });
  }

  it('removes escape sequences before the model reads the output', async () => {
    const { outcome } = await runTyped('bash', { command: String.raw`printf '\e[31mred\e[0m\n'` });
    assert.equal(outcome.text, 'red');
  });

  if (process.platform === 'linux') {
    it('decision 38: what outlives its command is in the background bar and can be stopped', async () => {
      const { background } = await parts();
      const named = (text: string) =>
        background.list('suite').find(({ command }) => command.includes(text));
      await runTyped('bash', { command: 'nohup sleep 7131 & disown; sleep 7132 & exit 0' });
      // Until it has a session of its own, the end of the command ends it.
      const own = 'setsid sleep 7133 > /dev/null 2>&1 & sleep 2; exit 0';
      await runTyped('bash', { command: own });
      await until('it is in the bar', () => named('7133') !== undefined);
      assert.equal(named('7131'), undefined, 'what stays in the session has ended');
      await named('7133')?.stop('person');
      assert.equal(named('7133')?.end()?.stopped, 'person');
      const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
      assert.doesNotMatch(left, /sleep 713/);
    });
  }

  describe('protected files', () => {
    let folder = '';
    beforeEach(async () => {
      folder = await freshFolder('protected');
    });
    // They would be rules of the chats in later tests.
    afterEach(() => rm(folder, { recursive: true }));

    it('decision protected-files: what a command changes of them is named first, and undone', async () => {
      const { access } = await parts();
      const file = await put(folder, 'CLAUDE.md', 'rules\n');
      const command = `python3 -c "open('${file}','w').write('x')"`;
      const { outcome } = await runTyped('bash', { command });
      assert.match(
        outcome.warnings.map(inEnglish).join(),
        /^This command changed protected files: changed .*CLAUDE\.md/,
      );
      const by = { sessionId: 'suite', toolCallId: outcome.toolCallId };
      assert.equal(access.changes.undoState(by), 'offered');
      assert.ok((await access.changes.undoCall(by, new AbortController().signal)).ok);
      assert.equal(await textOf(file), 'rules\n');
    });

    it('decision protected-files: also what a command in the background changes', async () => {
      const { access } = await parts();
      const file = path.join(folder, 'AGENTS.md');
      const command = `sleep 2; echo x > ${file}`;
      const { outcome } = await runTyped('bash', { command, background: true });
      const by = { sessionId: 'suite', toolCallId: outcome.toolCallId };
      await until('the change is on record', () => access.changes.undoState(by) === 'offered');
    });
  });

  it('kills the whole process group on a stop', async () => {
    const folder = await freshFolder('stop');
    const mark = path.join(folder, 'still-alive');
    const controller = new AbortController();
    const command = `(sleep 3; touch ${mark}) & sleep 3; touch ${mark}`;
    const running = runTyped('bash', { command }, { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 300);
    const { outcome } = await running;
    assert.equal(outcome.status, 'cancelled');
    await new Promise((resolve) => setTimeout(resolve, 3500));
    assert.equal(existsSync(mark), false);
  });

  it('cancels the command when the user closes its terminal', async () => {
    const before = new Set(ours());
    const running = runTyped('bash', { command: 'sleep 30' }, { sessionId: 'closing' });
    await until('a terminal of its own opens', () => ours().some((t) => !before.has(t)));
    for (const terminal of ours()) if (!before.has(terminal)) terminal.dispose();
    const { outcome } = await running;
    assert.equal(outcome.status, 'cancelled');
  });

  it('refuses a working folder outside the workspace', async () => {
    const { outcome } = await runTyped('bash', { command: 'ls', cwd: '/' });
    assert.equal(outcome.failure?.category, 'policy_blocked');
  });

  it('003-overflow-1: shortens long output to head, tail and a reference for its own chat only', async () => {
    const { outcome } = await runTyped('bash', { command: 'seq 1 20000' }, { sessionId: 'long' });
    assert.ok(outcome.overflowId);
    assert.match(outcome.text, /^1\n2\n[^]*overflow:[0-9a-f-]{36}[^]*20000/);
    const id = outcome.overflowId;
    const found = await runTyped('read_overflow', { id, search: '12345' }, { sessionId: 'long' });
    assert.match(found.outcome.text, /12345/);
    const other = await runTyped('read_overflow', { id }, { sessionId: 'other' });
    assert.equal(other.outcome.status, 'failed');
    const { store } = await parts();
    const row = await store.overflow.read({ conversationId: 'long', id, offset: 0, limit: 10 });
    assert.equal(row.ok && row.value.text.startsWith('1\n2\n'), true);
  });

  it('redacts a credential in every field of outcome and events', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { outcome, events } = await runTyped('bash', { command: `echo ${token}` });
    assert.equal(JSON.stringify([outcome, events]).includes(token), false);
  });
});
