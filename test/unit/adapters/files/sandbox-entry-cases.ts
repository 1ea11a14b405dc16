import { execFileSync } from 'node:child_process';
import { linkSync } from 'node:fs';
import { all, link, type SandboxCase } from './sandbox-case';

const denyEnv = { denyRead: ['**/.env', '**/secrets/**'] };

/** Entries that are not regular files, and the deny and allow lists. */
export const entryCases: readonly SandboxCase[] = [
  {
    name: 'a pipe',
    prepare: (ws) => execFileSync('mkfifo', [`${ws.root}/pipe`]),
    path: 'pipe',
    resolve: { real: 'ws/pipe' },
    read: 'policy_denied',
    write: 'policy_denied',
  },
  {
    name: 'a link to a pipe',
    prepare: all((ws) => execFileSync('mkfifo', [`${ws.root}/pipe`]), link('ws/l', 'pipe')),
    path: 'l',
    resolve: { real: 'ws/pipe' },
    read: 'policy_denied',
    write: 'policy_denied',
  },
  {
    name: 'a link to a device',
    prepare: link('ws/l', '/dev/zero'),
    path: 'l',
    resolve: 'policy_denied',
  },
  {
    name: 'a folder',
    path: 'src',
    resolve: { real: 'ws/src' },
    read: 'execution',
    write: 'execution',
  },
  {
    name: 'a hard link, which is a file like others',
    prepare: (ws) => linkSync(`${ws.outside}/secret.txt`, `${ws.root}/hard`),
    path: 'hard',
    resolve: { real: 'ws/hard' },
    read: 'ok',
    write: 'ok',
  },

  { name: 'a denied name', options: denyEnv, path: '.env', resolve: 'policy_denied' },
  {
    name: 'a denied name that does not exist',
    options: denyEnv,
    path: 'new/.env',
    resolve: 'policy_denied',
  },
  {
    name: 'a link with a harmless name to a denied file',
    options: denyEnv,
    prepare: link('ws/readme.md', '.env'),
    path: 'readme.md',
    resolve: 'policy_denied',
  },
  {
    name: 'a dangling link to a denied name',
    options: denyEnv,
    prepare: link('ws/l', 'new/.env'),
    path: 'l',
    resolve: 'policy_denied',
  },
  { name: 'a denied folder itself', options: denyEnv, path: 'secrets', resolve: 'policy_denied' },
  {
    name: 'a file deep in a denied folder',
    options: denyEnv,
    path: 'secrets/a/b.txt',
    resolve: 'policy_denied',
  },
  {
    name: 'dots into a denied folder',
    options: denyEnv,
    path: 'src/../secrets/x',
    resolve: 'policy_denied',
  },
  {
    name: 'a name that only looks like a denied one',
    options: denyEnv,
    path: 'x.env',
    resolve: { real: 'ws/x.env' },
    read: 'execution',
  },
  {
    name: '000-files-1: deny check runs before allow check',
    options: { denyRead: ['**/a.txt'], allowRead: ['**/*'] },
    path: 'a.txt',
    resolve: 'policy_denied',
  },
  {
    name: '000-files-4: a non-empty allow list leaves out the rest',
    options: { allowRead: ['**/src/*'] },
    path: 'a.txt',
    resolve: 'policy_denied',
  },
  {
    name: 'what the allow list names',
    options: { allowRead: ['**/src/*'] },
    path: 'src/b.txt',
    resolve: { real: 'ws/src/b.txt' },
    read: 'ok',
  },
  {
    name: 'a denied name in other letters where case is ignored',
    options: { ...denyEnv, caseSensitive: false },
    path: '.ENV',
    resolve: 'policy_denied',
  },
  {
    name: 'a denied name in other letters where case counts: the disk may not know it',
    options: denyEnv,
    path: '.Env',
    resolve: 'policy_denied',
  },
];
