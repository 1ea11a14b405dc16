import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import { closeEditors, freshChat, keepUnsaved, openEditor, typeAll } from './editors';
import { freshFolder, put, textOf } from './world';

type Shown = 'closed' | 'open' | 'dirty';
const all: readonly Shown[] = ['closed', 'open', 'dirty'];

const onDisk = 'saved needle\n';
const inEditor = 'typed needle\n';

interface Case {
  readonly tool: string;
  readonly args: (file: string, folder: string) => Readonly<Record<string, unknown>>;
  /** What the model reads; `unsaved` is a refusal. */
  readonly told: Readonly<Record<Shown, RegExp>>;
  /** The text on disk afterwards; undefined if the file is gone. */
  readonly left?: Partial<Record<Shown, string | undefined>>;
}

const sameFor = (told: RegExp) => ({ closed: told, open: told, dirty: told });
const unsaved = /unsaved changes/;

/** The file is `a.txt`, alone in its folder. A dirty file has unsaved changes. */
const cases: readonly Case[] = [
  {
    tool: 'read',
    args: (file) => ({ path: file }),
    told: { ...sameFor(/1\tsaved needle/), dirty: /1\ttyped needle[^]*unsaved changes/ },
  },
  {
    tool: 'edit',
    args: (file) => ({ path: file, old_string: 'needle', new_string: 'pin' }),
    told: { ...sameFor(/^Edited .*1 replacement/), dirty: /^Edited [^]*not saved/ },
    left: { closed: 'saved pin\n', open: 'saved pin\n' },
  },
  {
    tool: 'write',
    args: (file) => ({ path: file, content: 'new\n' }),
    told: { ...sameFor(/^Replaced /), dirty: /^Replaced [^]*not saved/ },
    left: { closed: 'new\n', open: 'new\n' },
  },
  {
    tool: 'grep',
    args: (_, folder) => ({ pattern: 'needle', path: folder }),
    told: {
      ...sameFor(/a\.txt:1: saved needle$/),
      dirty: /a\.txt:1: saved needle[^]*a\.txt has unsaved changes; its saved text was searched/,
    },
  },
  {
    tool: 'find_path',
    args: (_, folder) => ({ pattern: '*.txt', path: folder }),
    told: { ...sameFor(/a\.txt$/), dirty: /a\.txt[^]*a\.txt has unsaved changes/ },
  },
  {
    tool: 'list_directory',
    args: (_, folder) => ({ path: folder }),
    told: sameFor(/^\[file\] a\.txt \(13 bytes\)$/),
  },
  {
    tool: 'create_directory',
    args: (_, folder) => ({ path: path.join(folder, 'new') }),
    told: sameFor(/^Created the folder /),
  },
  {
    tool: 'copy_path',
    args: (file, folder) => ({ source: file, destination: path.join(folder, 'b.txt') }),
    told: { ...sameFor(/^Copied /), dirty: /^Copied [^]*unsaved changes in an editor, which/ },
  },
  {
    tool: 'move_path',
    args: (file, folder) => ({ source: file, destination: path.join(folder, 'b.txt') }),
    told: { ...sameFor(/^Moved /), dirty: unsaved },
    left: { closed: undefined, open: undefined },
  },
  {
    tool: 'delete_path',
    args: (file) => ({ path: file }),
    told: { ...sameFor(/^(Deleted|Moved) /), dirty: unsaved },
    left: { closed: undefined, open: undefined },
  },
  {
    tool: 'diagnostics',
    args: (file) => ({ path: file }),
    told: sameFor(/problem/i),
  },
];

describe('file tools on closed, open and dirty files', () => {
  keepUnsaved();
  let folder = '';
  beforeEach(async () => {
    folder = await freshFolder('each');
  });
  afterEach(async () => {
    await closeEditors();
    await rm(folder, { recursive: true, force: true });
  });

  for (const { tool, args, told, left = {} } of cases) {
    for (const shown of all) {
      it(`${tool} on a file that is ${shown}`, async () => {
        const file = await put(folder, 'a.txt', onDisk);
        const document = shown === 'closed' ? undefined : await openEditor(file);
        if (shown === 'dirty' && document !== undefined) await typeAll(document, inEditor);
        const chat = freshChat('each');
        await chat.ok('read', { path: file });
        const { outcome } = await chat.run(tool, args(file, folder));
        assert.match(outcome.text, told[shown]);
        assert.equal(outcome.status, told[shown] === unsaved ? 'failed' : 'completed');
        const expected = shown in left ? left[shown] : onDisk;
        assert.equal(existsSync(file) ? await textOf(file) : undefined, expected);
        if (shown === 'dirty') assert.equal(document?.isDirty, true, 'it stays unsaved');
      });
    }
  }
});
