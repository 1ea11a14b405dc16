import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { defaultDenyRead } from '../../../../src/core/contracts/policy/read-lists';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

const files = [
  'ws/package.json',
  'ws/README.md',
  'ws/Makefile',
  'ws/src/index.ts',
  'ws/src/parse.ts',
  'ws/src/words.txt',
  'ws/sub/package.json',
  'ws/sub/.env',
  'ws/sub/node_modules/x/Makefile',
  'ws/scripts/run.sh',
  'ws/logs/server.log',
  'ws/node_modules/evil/package.json',
  'ws/.git/config',
  'ws/.git/hooks/pre-push',
  'ws/.env',
  'ws/.ssh/config',
  'ws/secrets/key.txt',
  'ws/server.pem',
  'ws/keys/id_rsa',
  'ws-evil/x',
  'outside/x',
  'outside/secret',
];

/** Links and their targets, relative to the folder that contains the workspace. */
const links = {
  'ws/outside-link': '../outside',
  'ws/env-link': '.env',
  'ws/src/inside-link': '../README.md',
  'ws/sub/link-up': '../..',
  'ws/stdin-link.py': '/dev/stdin',
  'ws/src/input.js': '/proc/self/fd/0',
} as const;

/** A typical project, with files in it and next to it that commands must not access. */
export function createShellWorkspace(): TemporaryWorkspace {
  const workspace = createTemporaryWorkspace({ denyRead: defaultDenyRead });
  for (const file of files) workspace.put(file, 'one\n');
  for (const [from, to] of Object.entries(links)) {
    symlinkSync(to, path.join(workspace.base, from));
  }
  return workspace;
}
