import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { tryOutput } from '../../src/host/filters/try-output';
import { createCard, type Card } from '../../src/host/panel/transcript/card';
import { withUser } from './rules/settings';
import { freshFolder, parts, put, root, runTyped, textOf, until } from './world';

function stripRule(name: string, pattern: string): string {
  return `[[rules]]\nname = "${name}"\nmatch = { prefix = "seq" }\nstrategy = { type = "strip_noise", patterns = ['${pattern}'] }\n`;
}

/** 400 lines of numbers. */
const command = 'seq 1000 1400';

async function rulesOfRun(): Promise<readonly string[]> {
  const { outcome } = await runTyped('bash', { command });
  return outcome.filter?.rules ?? [];
}

describe('output filters in VS Code', () => {
  it("apply the rules of the user's file, and follow its creation, replacement and removal", async () => {
    const file = path.join(await freshFolder('filters'), 'mine.toml');
    await withUser({ 'filters.path': file }, async () => {
      assert.deepEqual(await rulesOfRun(), []);
      await writeFile(file, stripRule('numbers', '^1[0-3]'));
      await until('the new file applies', async () => (await rulesOfRun()).includes('numbers'));
      await writeFile(`${file}.new`, stripRule('figures', '^1[0-3]'));
      await vscode.workspace.fs.rename(vscode.Uri.file(`${file}.new`), vscode.Uri.file(file), {
        overwrite: true,
      });
      await until('the renamed file applies', async () => (await rulesOfRun()).includes('figures'));
      await rm(file);
      await until(
        'the removed file no longer applies',
        async () => (await rulesOfRun()).length === 0,
      );
    });
  });

  it('leave every output raw while gatehouse.filters.enabled is off', async () => {
    const file = await put(await freshFolder('filters'), 'mine.toml', stripRule('numbers', '^1'));
    await withUser({ 'filters.path': file }, async () => {
      assert.deepEqual(await rulesOfRun(), ['numbers']);
      await withUser({ 'filters.enabled': false }, async () => {
        assert.deepEqual(await rulesOfRun(), []);
      });
    });
  });

  it('report an invalid rule with file, line and reason, and apply the valid ones', async () => {
    const { filters } = await parts();
    const bad = `\n[[rules]]\nname = "bad"\nmatch = { regex = '(a+)+$' }\nstrategy = { type = "git_status" }\n`;
    const text = stripRule('numbers', '^1') + bad;
    const file = await put(await freshFolder('filters'), 'mine.toml', text);
    await withUser({ 'filters.path': file }, async () => {
      await filters.settled();
      assert.match(
        filters
          .problems()
          .map(({ text }) => text)
          .join('\n'),
        /^mine\.toml, line 6: the rule "bad" is skipped: match\.regex can backtrack without bound/,
      );
      assert.deepEqual(await rulesOfRun(), ['numbers']);
    });
    await filters.settled();
    assert.deepEqual(filters.problems(), []);
  });

  it('load the rules of a trusted workspace, and drop them when their folder is deleted', async () => {
    const folder = path.join(await root(), '.gatehouse');
    await mkdir(folder, { recursive: true });
    try {
      await writeFile(path.join(folder, 'filters.toml'), stripRule('project', '^1[0-3]'));
      await until('the file applies', async () => (await rulesOfRun()).includes('project'));
    } finally {
      await rm(folder, { recursive: true });
    }
    await until('the file no longer applies', async () => (await rulesOfRun()).length === 0);
  });

  it('"Edit Output Filters" opens the file, and creates it with examples if it is missing', async () => {
    const file = path.join(await freshFolder('filters'), 'new', 'mine.toml');
    await withUser({ 'filters.path': file }, async () => {
      await vscode.commands.executeCommand('gatehouse.editOutputFilters');
      await until('it is open', () => vscode.window.activeTextEditor?.document.uri.fsPath === file);
      const text = await textOf(file);
      for (const word of ['strip_noise', 'group_by_rule', 'cargo-test', 'npm-install']) {
        assert.ok(text.includes(word), word);
      }
      await writeFile(file, '# mine\n');
      await vscode.commands.executeCommand('gatehouse.editOutputFilters');
      assert.equal(await textOf(file), '# mine\n');
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.ok(existsSync(file));
  });

  it('"Try Output Filter" shows a diff of the output, titled with the rule and its gain', async () => {
    const { filters, documents } = await parts();
    const file = await put(await freshFolder('filters'), 'mine.toml', stripRule('numbers', '^1'));
    const steps = Array.from({ length: 400 }, (_, at) => `1 step ${String(at)} of the way`);
    const made = createCard('last');
    const card: Card = {
      ...made,
      base: 'completed',
      call: { tool: 'core__bash', argsJson: JSON.stringify({ command }) },
      rawText: [...steps, 'the end', ''].join('\n'),
      item: { ...made.item, text: 'the end', exitCode: 0 },
    };
    const overflow = (await parts()).store.overflow;
    const chat = { cards: () => [card], sessionId: () => undefined, overflow };
    await withUser({ 'filters.path': file }, async () => {
      const trying = tryOutput(filters, { chat, documents });
      // Accepts the last command of the chat, its text and its exit code.
      await until('the diff is shown', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return shownDiff() !== undefined;
      });
      await trying;
      const { label, input } = shownDiff() ?? assert.fail();
      assert.equal(label, 'numbers (yours): full, 401 lines -> 1 line, 99.8% filtered');
      const after = await vscode.workspace.openTextDocument(input.modified);
      assert.equal(after.getText(), 'the end\n');
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

function shownDiff() {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (!(tab?.input instanceof vscode.TabInputTextDiff)) return undefined;
  return { label: tab.label, input: tab.input };
}
