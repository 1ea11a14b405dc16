import assert from 'node:assert/strict';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { FolderOpener } from '../../../../src/adapters/files/folder';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';
import { treeOf } from './disk-tree';
import type { ChangeCase } from './sandbox-case';
import { copyCases } from './sandbox-copy-cases';
import { moveCases } from './sandbox-move-cases';
import { placeCases } from './sandbox-place-cases';
import { removeCases } from './sandbox-remove-cases';

const cases: Readonly<Record<string, readonly ChangeCase[]>> = {
  remove: removeCases,
  move: moveCases,
  copy: copyCases,
  places: placeCases,
};

/** The table of changing operations, with one kind of folder access. */
export function describeChanges(way: string, openFolder: FolderOpener): void {
  describe(`the file sandbox when something is changed, by ${way}`, () => {
    let ws: TemporaryWorkspace;
    afterEach(() => ws.dispose());

    for (const [operation, list] of Object.entries(cases)) {
      for (const one of list) {
        it(`${operation}, ${one.name}: ${one.wanted}`, async () => {
          ws = createTemporaryWorkspace({ ...one.options, openFolder });
          fill(ws);
          one.prepare?.(ws);
          const [inside, outside] = [treeOf(ws.root), treeOf(ws.outside)];
          const done = await one.run(ws.files, ws);
          assert.equal(done.ok ? 'ok' : done.failure.category, one.wanted);
          assert.deepEqual(treeOf(ws.outside), outside);
          if (!done.ok) assert.deepEqual(treeOf(ws.root), inside);
          for (const name of one.gone ?? []) assert.ok(!isThere(ws, name), `${name} is there`);
          for (const name of one.there ?? []) assert.ok(isThere(ws, name), `${name} is gone`);
        });
      }
    }
  });
}

function fill(ws: TemporaryWorkspace): void {
  ws.put('ws/a.txt', 'inside');
  ws.put('ws/src/b.txt', 'inside');
  ws.put('ws/src/deep/c.txt', 'inside');
  ws.put('ws/src/deep/.env', 'KEY=1');
  ws.put('ws/.env', 'KEY=1');
  ws.put('outside/secret.txt', 'outside, must stay');
  ws.put('outside/dir/x', 'outside, must stay');
}

function isThere(ws: TemporaryWorkspace, name: string): boolean {
  return lstatSync(path.join(ws.base, name), { throwIfNoEntry: false }) !== undefined;
}
