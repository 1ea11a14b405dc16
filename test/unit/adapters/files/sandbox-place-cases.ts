import { all, createFolder, files, link, pipe, write, type ChangeCase } from './sandbox-case';
import { by, quietSignal } from '../../fakes/temporary-workspace';

const blocked = 'policy_blocked';
const permanent = 'permanent_failure';
const signal = quietSignal();
const absent = { kind: 'absent' } as const;
const own = { ownFolders: ['ws/ours'] };
const bytes = Buffer.from('was');
const image = { kind: 'file', stamp: '', size: 3, mode: 0o644, bytes } as const;
const limits = { maxBytes: 100, signal };

/** Created folders, paths of an undo, our own files, and the other ways to read. */
export const placeCases: readonly ChangeCase[] = [
  { name: 'createFolder outside', run: createFolder('../outside/new'), wanted: blocked },
  {
    name: 'createFolder behind a link to the outside',
    prepare: link('ws/l', '../outside'),
    run: createFolder('l/n/e/w'),
    wanted: blocked,
  },
  {
    name: 'createFolder by a dangling link to the outside',
    prepare: link('ws/l', '../outside/new'),
    run: createFolder('l'),
    wanted: blocked,
  },
  {
    name: 'createFolder by a dangling link inside',
    prepare: link('ws/l', 'new'),
    run: createFolder('l/x'),
    wanted: 'ok',
    there: ['ws/new/x'],
  },
  { name: 'createFolder that is there', run: createFolder('src'), wanted: 'ok' },
  { name: 'createFolder, the root', run: createFolder('.'), wanted: 'ok' },
  { name: 'createFolder where a file is', run: createFolder('a.txt'), wanted: permanent },
  { name: 'createFolder below a file', run: createFolder('a.txt/x'), wanted: permanent },
  {
    name: 'createFolder of ours',
    options: own,
    run: createFolder('ours/x'),
    wanted: blocked,
    gone: ['ws/ours'],
  },
  {
    name: 'createFolder that is there, above our own',
    options: own,
    run: createFolder('.'),
    wanted: 'ok',
  },
  { name: 'write of ours', options: own, run: write('ours/x'), wanted: blocked, gone: ['ws/ours'] },
  {
    name: 'write of ours by a link',
    options: own,
    prepare: all(files('ws/ours/x'), link('ws/l', 'ours/x')),
    run: write('l'),
    wanted: blocked,
  },
  {
    name: 'write where our own folder would be',
    options: { ownFolders: ['ws/n/ours'] },
    run: write('n'),
    wanted: blocked,
  },
  { name: 'write to a pipe', prepare: pipe('ws/p'), run: write('p'), wanted: blocked },
  {
    name: 'putBack outside',
    run: (disk) => disk.putBack('../outside/x', image, { expect: absent, signal }),
    wanted: blocked,
  },
  {
    name: 'putBack behind a link to the outside',
    prepare: link('ws/l', '../outside'),
    run: (disk) => disk.putBack('l/x', image, { expect: absent, signal }),
    wanted: blocked,
  },
  {
    name: 'putBack where a link to the outside stands: never through it',
    prepare: link('ws/l', '../outside/secret.txt'),
    run: (disk) =>
      disk.putBack('l', image, {
        expect: { kind: 'link', target: '../outside/secret.txt' },
        signal,
      }),
    wanted: 'ok',
    there: ['ws/l'],
  },
  {
    name: 'putBack of ours',
    options: own,
    run: (disk) => disk.putBack('ours/x', image, { expect: absent, signal }),
    wanted: blocked,
  },
  {
    name: 'putBack of nothing in place of the root',
    run: (disk) => disk.putBack('.', absent, { expect: { kind: 'folder', mode: 0 }, signal }),
    wanted: blocked,
  },
  {
    name: 'putBack over a pipe',
    prepare: pipe('ws/p'),
    run: (disk) => disk.putBack('p', image, { expect: { kind: 'other' }, signal }),
    wanted: blocked,
  },
  {
    name: 'putBack of a denied file, which is on record',
    options: { denyRead: ['**/.env', '**/.key'] },
    run: (disk) => disk.putBack('.key', image, { expect: absent, signal }),
    wanted: 'ok',
    there: ['ws/.key'],
  },
  {
    name: 'putBack of a denied file that is not as expected',
    options: { denyRead: ['**/.env'] },
    run: (disk) => disk.putBack('.env', absent, { expect: image, signal }),
    wanted: permanent,
    there: ['ws/.env'],
  },
  {
    name: 'putBack of the permissions of the root',
    run: (disk) =>
      disk.putBack(
        '.',
        { kind: 'folder', mode: 0o755 },
        { expect: { kind: 'folder', mode: 0o700 }, signal },
      ),
    wanted: 'ok',
  },
  {
    name: 'moveBack to the outside',
    run: (disk) => disk.moveBack('a.txt', '../outside/a', { signal }),
    wanted: blocked,
  },
  {
    name: 'moveBack over a file',
    prepare: files('ws/b.txt'),
    run: (disk) => disk.moveBack('a.txt', 'b.txt', { signal }),
    wanted: permanent,
    there: ['ws/a.txt'],
  },
  {
    name: 'image outside',
    run: (disk) => disk.image('../outside/secret.txt', limits),
    wanted: blocked,
  },
  {
    name: 'image of a link to the outside: the link',
    prepare: link('ws/l', '../outside/secret.txt'),
    run: (disk) => disk.image('l', limits),
    wanted: 'ok',
  },
  {
    name: 'stamp behind a link to the outside',
    prepare: link('ws/l', '../outside/secret.txt'),
    run: (disk) => disk.stamp('l', limits),
    wanted: blocked,
  },
  {
    name: 'list behind a link to the outside',
    prepare: link('ws/l', '../outside'),
    run: (disk) => disk.list('l', { maxEntries: 9, signal }),
    wanted: blocked,
  },
  {
    name: 'list of a pipe, unopened',
    prepare: pipe('ws/p'),
    run: (disk) => disk.list('p', { maxEntries: 9, signal }),
    wanted: permanent,
  },
  {
    name: 'removal of the root',
    run: (disk) => disk.remove('.', { by, signal }),
    wanted: blocked,
  },
  {
    name: 'move of a folder with a denied file',
    options: { denyRead: ['**/.env'] },
    run: (disk) => disk.move('src', 'moved', { by, signal }),
    wanted: blocked,
  },
];
