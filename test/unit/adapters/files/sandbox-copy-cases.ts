import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { all, copy, files, link, pipe, type ChangeCase } from './sandbox-case';

const blocked = 'policy_blocked';
const permanent = 'permanent_failure';
const env = { denyRead: ['**/.env', '**/secrets/**'] };

/** 003-tools-5: by lstat below a folder, so that no link copies content from outside. */
export const copyCases: readonly ChangeCase[] = [
  { name: 'to the outside', run: copy('a.txt', '../outside/a.txt'), wanted: blocked },
  { name: 'from the outside', run: copy('../outside/secret.txt', 'x'), wanted: blocked },
  {
    name: 'a link to a file outside',
    prepare: link('ws/l', '../outside/secret.txt'),
    run: copy('l', 'x'),
    wanted: blocked,
    gone: ['ws/x'],
  },
  {
    name: 'a link to a folder outside',
    prepare: link('ws/l', '../outside'),
    run: copy('l/', 'x'),
    wanted: blocked,
    gone: ['ws/x'],
  },
  {
    name: 'a folder with links to the outside: as links',
    prepare: all(
      link('ws/src/l', '../../outside/secret.txt'),
      link('ws/src/deep/l', (ws) => ws.outside),
    ),
    run: copy('src', 'x'),
    wanted: 'ok',
    there: ['ws/x/l', 'ws/x/deep/l', 'ws/x/b.txt'],
  },
  {
    name: 'to behind a link to the outside',
    prepare: link('ws/l', '../outside'),
    run: copy('a.txt', 'l/new'),
    wanted: blocked,
  },
  {
    name: 'over a link to the outside: the link alone is replaced',
    prepare: link('ws/l', '../outside/secret.txt'),
    run: copy('a.txt', 'l'),
    wanted: 'ok',
    there: ['ws/a.txt'],
  },
  { name: 'a pipe', prepare: pipe('ws/p'), run: copy('p', 'x'), wanted: blocked, gone: ['ws/x'] },
  {
    name: 'a folder with a pipe in it',
    prepare: pipe('ws/src/deep/p'),
    run: copy('src', 'n/x'),
    wanted: blocked,
    gone: ['ws/n'],
  },
  { name: 'a device', prepare: link('ws/l', '/dev/zero'), run: copy('l', 'x'), wanted: blocked },
  { name: 'this process', run: copy('/proc/self/environ', 'x'), wanted: blocked },
  { name: 'a folder into itself', run: copy('src', 'src/deep/x'), wanted: permanent },
  { name: 'the root into itself', run: copy('.', 'src/x'), wanted: permanent, gone: ['ws/src/x'] },
  {
    name: 'a folder into itself by a link',
    prepare: link('ws/l', 'src/deep'),
    run: copy('src', 'l/x'),
    wanted: permanent,
  },
  { name: 'a file over itself', run: copy('a.txt', 'src/../a.txt'), wanted: permanent },
  { name: 'a file over a folder', run: copy('a.txt', 'src'), wanted: permanent },
  { name: 'a folder over a folder', run: copy('src/deep', 'src'), wanted: permanent },
  { name: 'a folder over a file', run: copy('src', 'a.txt'), wanted: permanent },
  { name: 'over a pipe', prepare: pipe('ws/p'), run: copy('a.txt', 'p'), wanted: blocked },
  { name: 'a denied file', options: env, run: copy('.env', 'x'), wanted: blocked, gone: ['ws/x'] },
  {
    name: 'a denied file by a link with a harmless name',
    options: env,
    prepare: link('ws/l', '.env'),
    run: copy('l', 'x'),
    wanted: blocked,
  },
  {
    name: 'a folder with a denied file deep in it',
    options: env,
    run: copy('src', 'x'),
    wanted: blocked,
    gone: ['ws/x'],
  },
  {
    name: '000-files-1: deny before allow, below a folder too',
    options: { ...env, allowRead: ['**/*'] },
    run: copy('src', 'x'),
    wanted: blocked,
  },
  {
    name: '000-files-4: a folder of which the allow list leaves a part out',
    options: { allowRead: ['**/src', '**/src/b.txt', '**/x'] },
    run: copy('src', 'x'),
    wanted: blocked,
  },
  { name: 'to a denied name', options: env, run: copy('a.txt', 'secrets/x'), wanted: blocked },
  {
    name: 'to our own folder by a link',
    options: { ownFolders: ['ws/ours'] },
    prepare: all(files('ws/ours/x'), link('ws/l', 'ours')),
    run: copy('a.txt', 'l/y'),
    wanted: blocked,
    gone: ['ws/ours/y'],
  },
  {
    name: 'over a hard link: the file outside stays',
    prepare: (ws) => linkSync(`${ws.outside}/secret.txt`, `${ws.root}/hard`),
    run: copy('a.txt', 'hard'),
    wanted: 'ok',
  },
  {
    name: 'names that are no UTF-8',
    prepare: (ws) => {
      mkdirSync(`${ws.root}/odd`);
      writeFileSync(Buffer.concat([Buffer.from(`${ws.root}/odd/`), Buffer.from([0xe9])]), 'x');
    },
    run: copy('odd', 'even'),
    wanted: 'ok',
    there: ['ws/even'],
  },
  {
    name: 'a name with a newline',
    prepare: files('ws/a\nb'),
    run: copy('a\nb', 'c'),
    wanted: 'ok',
  },
  { name: 'what is not there', run: copy('missing', 'n/x'), wanted: permanent, gone: ['ws/n'] },
  {
    name: 'a dangling link',
    prepare: link('ws/l', 'nothing'),
    run: copy('l', 'x'),
    wanted: permanent,
  },
  { name: 'into new folders', run: copy('src', 'n/e/w'), wanted: 'ok', there: ['ws/n/e/w/b.txt'] },
];
