import { DiskFiles } from '../../src/adapters/files/disk-files';
import { PathGuard } from '../../src/adapters/files/path-guard';
import { defaultAskRead, defaultDenyRead } from '../../src/core/contracts/policy/read-lists';
import type { Workspace } from '../../src/core/ports/workspace';
import { createFakeRecorder } from '../unit/fakes/change-recorder';
import { utf8Codec } from '../unit/fakes/utf8-codec';

export interface GuardedWorkspace {
  readonly workspace: Workspace;
  readonly guard: PathGuard;
}

/** A trusted workspace of one folder, behind the guard with the shipped settings. */
export function openWorkspace(folder: string): GuardedWorkspace {
  const workspace: Workspace = {
    roots: () => [folder],
    ownFolders: () => [],
    storageFolders: () => [],
    isTrusted: () => true,
    caseSensitive: () => true,
    separator: () => '/',
  };
  const guard = new PathGuard({
    workspace,
    readLists: { deny: () => defaultDenyRead, ask: () => defaultAskRead, allow: () => [] },
    allowedPaths: () => [],
    commandPaths: () => [],
    log: () => undefined,
  });
  return { workspace, guard };
}

/** Its files, for what only reads: changes are not recorded. */
export function openFiles({ guard }: Pick<GuardedWorkspace, 'guard'>): DiskFiles {
  return new DiskFiles({
    ...{ guard, codec: utf8Codec, recorder: createFakeRecorder() },
    maxChangeBytes: () => 0,
    log: () => undefined,
  });
}
