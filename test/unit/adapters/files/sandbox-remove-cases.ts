import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { quietSignal } from '../../fakes/temporary-workspace';
import { all, files, link, pipe, remove, type ChangeCase } from './sandbox-case';

const blocked = 'policy_blocked' as const;
const own = { ownFolders: ['ws/ours'] };
const env = { denyRead: ['**/.env'] };

/** 003-tools-6: the root in every spelling, links, special files, and our own files. */
export const removeCases: readonly ChangeCase[] = [
  ...['.', './', 'src/..', '../ws', './/.', 'src/../../ws/.'].map((spelling) => ({
    name: `the root, as ${spelling}`,
    run: remove(spelling),
    wanted: blocked,
  })),
  {
    name: 'the root, absolute',
    run: (disk, ws) => remove(ws.root)(disk),
    wanted: blocked,
  },
  {
    name: 'the root, absolute with a slash',
    run: (disk, ws) => remove(`${ws.root}/`)(disk),
    wanted: blocked,
  },
  { name: 'the folder above the root', run: remove('..'), wanted: blocked },
  {
    // Only checked: a bug must not harm the machine that runs this.
    name: 'the top of the file system',
    run: (disk) => disk.inside('/', { maxEntries: 0, signal: quietSignal() }),
    wanted: blocked,
  },
  {
    name: 'a link beside the root that leads to it',
    prepare: link('door', 'ws'),
    run: (disk, ws) => remove(`${ws.base}/door`)(disk),
    wanted: blocked,
    there: ['door'],
  },
  {
    name: 'a link in the root that leads to it: the link alone',
    prepare: link('ws/self', '.'),
    run: remove('self/'),
    wanted: 'ok',
    gone: ['ws/self'],
    there: ['ws/a.txt'],
  },
  {
    name: 'another root below the first',
    options: { roots: ['ws', 'ws/src'] },
    run: remove('src'),
    wanted: blocked,
  },
  {
    name: 'a folder with another root deep in it',
    options: { roots: ['ws', 'ws/src/deep'] },
    run: remove('src'),
    wanted: blocked,
  },
  {
    name: 'an open folder below an allowed one',
    options: { allowedPaths: ['{base}'] },
    run: remove('.'),
    wanted: blocked,
  },
  {
    name: 'an allowed folder',
    options: { allowedPaths: ['{base}/ws/src', '{base}/ws'] },
    run: remove('src'),
    wanted: blocked,
  },
  {
    name: 'a link to a file outside: the link alone',
    prepare: link('ws/l', '../outside/secret.txt'),
    run: remove('l'),
    wanted: 'ok',
    gone: ['ws/l'],
  },
  {
    name: 'a link to a folder outside, with a slash: the link alone',
    prepare: link('ws/l', '../outside'),
    run: remove('l/'),
    wanted: 'ok',
    gone: ['ws/l'],
  },
  {
    name: 'what lies behind a link to the outside',
    prepare: link('ws/l', '../outside'),
    run: remove('l/secret.txt'),
    wanted: blocked,
  },
  {
    name: 'a folder full of links to the outside',
    prepare: all(
      link('ws/src/l', '../../outside'),
      link('ws/src/deep/l', (ws) => `${ws.outside}/secret.txt`),
      link('ws/src/deep/above', (ws) => ws.base),
    ),
    run: remove('src'),
    wanted: 'ok',
    gone: ['ws/src'],
  },
  {
    name: 'a dangling link',
    prepare: link('ws/l', '../outside/x'),
    run: remove('l'),
    wanted: 'ok',
  },
  { name: 'a link to itself', prepare: link('ws/l', 'l'), run: remove('l'), wanted: 'ok' },
  {
    name: 'a hard link: the other name stays',
    prepare: (ws) => linkSync(`${ws.outside}/secret.txt`, `${ws.root}/hard`),
    run: remove('hard'),
    wanted: 'ok',
    gone: ['ws/hard'],
  },
  {
    name: 'a pipe, unopened',
    prepare: pipe('ws/p'),
    run: remove('p'),
    wanted: 'ok',
    gone: ['ws/p'],
  },
  {
    name: 'a write-protected file',
    prepare: (ws) => chmodSync(`${ws.root}/a.txt`, 0o444),
    run: remove('a.txt'),
    wanted: 'ok',
  },
  { name: 'a file by its newline', prepare: files('ws/a\nb'), run: remove('a\nb'), wanted: 'ok' },
  {
    name: 'one form of a Unicode name, not the other',
    prepare: files('ws/caf\u00e9', 'ws/cafe\u0301'),
    run: remove('cafe\u0301'),
    wanted: 'ok',
    gone: ['ws/cafe\u0301'],
    there: ['ws/caf\u00e9'],
  },
  {
    name: 'a folder with names that are no UTF-8',
    prepare: (ws) => {
      const folder = path.join(ws.root, 'odd');
      mkdirSync(folder);
      const below = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x63, 0xe9])]);
      mkdirSync(below);
      writeFileSync(Buffer.concat([below, Buffer.from([0x2f, 0xff])]), 'x');
    },
    run: remove('odd'),
    wanted: 'ok',
    gone: ['ws/odd'],
  },
  { name: 'a denied file', options: env, run: remove('.env'), wanted: blocked },
  { name: 'a folder with a denied file', options: env, run: remove('src'), wanted: 'ok' },
  { name: 'what is not there', run: remove('missing'), wanted: 'permanent_failure' },
  { name: 'a path below a file', run: remove('a.txt/x'), wanted: 'permanent_failure' },
  { name: 'a NUL', run: remove('a.txt\0'), wanted: 'invalid_parameters' },
  { name: 'a URI', run: remove('file:///etc'), wanted: 'invalid_parameters' },
  { name: 'a network path', run: remove('\\\\server\\share'), wanted: blocked },
  { name: 'an NT prefix', run: remove('\\\\?\\C:\\'), wanted: blocked },
  { name: 'a sibling with the same prefix', run: remove('../ws-old'), wanted: blocked },
  { name: 'untrusted', options: { trusted: false }, run: remove('a.txt'), wanted: blocked },
  {
    name: 'our own folder',
    options: own,
    prepare: files('ws/ours/x'),
    run: remove('ours'),
    wanted: blocked,
  },
  {
    name: 'our own file',
    options: own,
    prepare: files('ws/ours/x'),
    run: remove('ours/x'),
    wanted: blocked,
  },
  {
    name: 'our own file in other letters',
    options: own,
    prepare: files('ws/OURS/x'),
    run: remove('OURS/x'),
    wanted: blocked,
  },
  {
    name: 'a folder above our own',
    options: { ownFolders: ['ws/src/deep/ours'] },
    run: remove('src'),
    wanted: blocked,
  },
  {
    name: 'our own file by a link',
    options: own,
    prepare: all(files('ws/ours/x'), link('ws/l', 'ours')),
    run: remove('l/x'),
    wanted: blocked,
  },
  {
    name: 'a socket, unopened',
    prepare: (ws) => {
      const listen = "require('net').createServer().listen(process.argv[1], () => process.abort())";
      try {
        execFileSync(process.execPath, ['-e', listen, `${ws.root}/s`], { stdio: 'ignore' });
      } catch {
        // It ends by a signal on purpose, so that the socket stays.
      }
    },
    run: remove('s'),
    wanted: 'ok',
    gone: ['ws/s'],
  },
];
