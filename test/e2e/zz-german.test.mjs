import { openScriptedWorld } from './support/scripted-world.mjs';
import path from 'node:path';
import { writeFile, mkdir } from 'node:fs/promises';
const out = '/tmp/w/de';
const server = path.resolve('test/fixtures/mcp/server.mjs');
describe('german walk', function () {
  it('walks', async function () {
    this.timeout(400000);
    const world = await openScriptedWorld({ language: 'de',
      settings: { 'gatehouse.mcp.servers': { talk: { command: process.execPath, args: [server] }, broken: { comand: 'x' }, away: { url: 'http://127.0.0.1:9/mcp' } },
       'gatehouse.filters.rules': undefined, 'gatehouse.redaction.patterns': ['(a+'], 'gatehouse.bash.rules': ['al low: x'] } });
    const { page, panel, llm, runCommand } = world;
    let n = 0;
    const shot = async (name) => { n += 1; await page.screenshot({ path: `${out}/${String(n).padStart(2,'0')}-${name}.png`, animations: 'disabled' }); console.log(name); };
    const step = async (name, body) => { try { await body(); } catch (e) { console.log(name, 'ERR', String(e.message).split('\n')[0]); } await page.waitForTimeout(700); await shot(name); };
    await page.setViewportSize({ width: 1500, height: 950 });
    await step('start', () => runCommand('gatehouse.focus'));
    await world.panelFrame();
    const box = panel.root.getByRole('textbox', { name: 'Nachricht' });
    const say = async (text) => { await box.click(); await page.keyboard.type(text); await page.keyboard.press('Enter'); };
    const call = (name, args) => ({ name: `core__${name}`, args });
    await step('edit-asks', async () => { llm.push({ calls: [call('edit', { path: 'src/cart.js', old_string: 'line.price, 0)', new_string: '0, 0)' })] }, { text: 'Fertig.' }); await say('Los'); await page.waitForTimeout(3000); });
    await step('edit-refused', async () => { await panel.root.getByRole('button', { name: /^Ablehnen/ }).first().click(); await page.waitForTimeout(1500); });
    await step('bash-asks', async () => { llm.push({ calls: [call('bash', { command: 'seq 3; sleep 400 & echo hi' })] }, { text: 'Fertig.' }); await say('Weiter'); await page.waitForTimeout(2500); });
    await step('bash-ran', async () => { await panel.root.getByRole('button', { name: /^Erlauben|^Zulassen/ }).first().click(); await page.waitForTimeout(5000); });
    await step('search', async () => { llm.push({ calls: [call('grep', { pattern: 'total', path: 'src', include: '*.js' }), call('grep', { pattern: '(a' }), call('glob', { pattern: '**/*.js' })] }, { text: 'Fertig.' }); await say('Suche'); await page.waitForTimeout(3000); });
    await step('mcp-servers', async () => { await runCommand('Gatehouse: MCP-Server…'); await page.waitForTimeout(2500); });
    await page.keyboard.press('Escape');
    await step('status', async () => { await runCommand('Gatehouse: Status anzeigen'); await page.waitForTimeout(2500); });
    await step('doctor', async () => { await runCommand('Gatehouse: Einrichtung überprüfen'); await page.waitForTimeout(5000); });
    await step('explain', async () => { await runCommand('Gatehouse: Entscheidung erklären…'); await page.waitForTimeout(1500); });
    await page.keyboard.press('Escape');
    await step('audit', async () => { await runCommand('Gatehouse: Überwachungsprotokoll öffnen'); await page.waitForTimeout(2500); });
    await step('rules', async () => { await runCommand('Gatehouse: Regeln verwalten…'); await page.waitForTimeout(1500); });
    await page.keyboard.press('Escape');
    await step('tools', async () => { await runCommand('Gatehouse: Tools…'); await page.waitForTimeout(1500); });
    await page.keyboard.press('Escape');
    await step('model', async () => { await runCommand('Gatehouse: Modell auswählen…'); await page.waitForTimeout(1500); });
    await page.keyboard.press('Escape');
    await step('level', async () => { await runCommand('Gatehouse: Berechtigungsstufe festlegen…'); await page.waitForTimeout(1500); });
    await page.keyboard.press('Escape');
    await step('history', async () => { await panel.root.getByRole('button', { name: 'Alle Chats' }).click(); await page.waitForTimeout(1500); });
    await step('newchat', async () => { await runCommand('Gatehouse: Neuer Chat'); await page.waitForTimeout(1500); });
    await step('models-fail', async () => { await llm.close(); await say('Hallo'); await page.waitForTimeout(4000); });
    await world.close().catch(() => {});
  });
});
