import * as assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { closeEditors, freshChat, keepUnsaved, openEditor } from './editors';
import { freshFolder, textOf } from './world';

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** Files by name, before and after `grün` becomes `grüner`. */
const kept: Readonly<Record<string, readonly [Buffer, Buffer]>> = {
  'crlf.txt': [Buffer.from('grün\r\nrot\r\n'), Buffer.from('grüner\r\nrot\r\n')],
  'no-end.txt': [Buffer.from('rot\ngrün'), Buffer.from('rot\ngrüner')],
  'marked.txt': [Buffer.from('\uFEFFgrün\n'), Buffer.from('\uFEFFgrüner\n')],
  'utf16le.txt': [utf16('grün\r\n'), utf16('grüner\r\n')],
  'utf16be.txt': [utf16('grün\n').swap16(), utf16('grüner\n').swap16()],
};

describe('file tools and encodings', () => {
  keepUnsaved();
  let folder = '';
  let chat = freshChat('encodings');
  const set = (key: string, value: unknown) =>
    vscode.workspace
      .getConfiguration('files')
      .update(key, value, vscode.ConfigurationTarget.Global);
  const place = async (name: string, bytes: Buffer): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, bytes);
    return file;
  };
  const edited = async (file: string): Promise<Buffer> => {
    await chat.ok('read', { path: file });
    await chat.ok('edit', { path: file, old_string: 'grün', new_string: 'grüner' });
    return readFile(file);
  };
  beforeEach(async () => {
    folder = await freshFolder('encodings');
    chat = freshChat('encodings');
  });
  afterEach(async () => {
    await closeEditors();
    await set('encoding', undefined);
    await set('autoGuessEncoding', undefined);
    await rm(folder, { recursive: true, force: true });
  });

  for (const [name, [before, after]] of Object.entries(kept)) {
    it(`keep the other bytes of ${name} when they edit it, closed or open`, async () => {
      assert.deepEqual(await edited(await place(`closed-${name}`, before)), after);
      const file = await place(`open-${name}`, before);
      const document = await openEditor(file);
      assert.deepEqual(await edited(file), after);
      assert.equal(document.isDirty, false);
    });
  }

  it('use Windows-1252 if files.encoding says so, and report characters it cannot encode', async () => {
    await set('encoding', 'windows1252');
    const before = Buffer.from('gr\xfcn 5 \x80\r\n', 'latin1');
    const after = Buffer.from('gr\xfcner 5 \x80\r\n', 'latin1');
    const closed = await place('closed.txt', before);
    assert.match(await chat.ok('read', { path: closed }), /grün 5 €/);
    assert.deepEqual(await edited(closed), after);
    const open = await place('open.txt', before);
    await openEditor(open);
    assert.deepEqual(await edited(open), after);
    const args = { path: closed, old_string: 'grüner', new_string: 'grün → blau' };
    assert.match(await chat.refused('edit', args), /U\+2192/);
    assert.deepEqual(await readFile(closed), after);
    const fresh = path.join(folder, 'fresh.txt');
    await chat.ok('write', { path: fresh, content: '5 €\n' });
    assert.deepEqual(await readFile(fresh), Buffer.from('5 \x80\n', 'latin1'));
  });

  it('keep the encoding that VS Code detects', async () => {
    await set('autoGuessEncoding', true);
    const russian = 'Привет, мир! Это обычный русский текст, в котором много букв.\r\n';
    const bytes = (text: string): Promise<Uint8Array> =>
      Promise.resolve(vscode.workspace.encode(text, { encoding: 'windows1251' }));
    const file = await place('russian.txt', Buffer.from(await bytes(russian)));
    assert.match(await chat.ok('read', { path: file }), /Привет, мир/);
    await chat.ok('edit', { path: file, old_string: 'мир', new_string: 'друг' });
    const after = Buffer.from(await bytes(russian.replace('мир', 'друг')));
    assert.deepEqual(await readFile(file), after);
  });

  it('keep the encoding in which the user opened a document', async () => {
    const file = await place('legacy.txt', Buffer.from('gr\xfcn\n', 'latin1'));
    const uri = vscode.Uri.file(file);
    const document = await vscode.workspace.openTextDocument(uri, { encoding: 'windows1252' });
    await vscode.window.showTextDocument(document, { preview: false });
    assert.equal(document.getText(), 'grün\n');
    assert.deepEqual(await edited(file), Buffer.from('gr\xfcner\n', 'latin1'));
  });

  it('decision 43: an edit keeps a redacted secret on another line byte for byte', async () => {
    const key = `sk-ant-api03-${'Ab3_'.repeat(22)}-AAAA`;
    const text = (port: string): string => `# keys\r\nkey = "${key}"\r\nport = ${port}\r\n`;
    for (const isOpen of [false, true]) {
      const file = await place(`app-${String(isOpen)}.conf`, Buffer.from(text('1')));
      if (isOpen) await openEditor(file);
      const seen = await chat.ok('read', { path: file });
      assert.ok(!seen.includes(key), 'the model does not see the key');
      await chat.ok('edit', { path: file, old_string: 'port = 1', new_string: 'port = 2' });
      assert.equal(await textOf(file), text('2'));
    }
  });
});
