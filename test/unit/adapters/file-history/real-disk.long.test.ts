import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import { nodeDisk } from '../../../../src/adapters/system/node-disk';
import type { Result } from '../../../../src/core/contracts/failure';
import { treeOf } from '../files/disk-tree';
import {
  by,
  createTemporaryWorkspace,
  quietSignal,
  type TemporaryWorkspace,
} from '../../fakes/temporary-workspace';
import { chat, createWorld, valueOf } from './changes-world';
import { times } from '../../../soak';

const signal = quietSignal();
const name = fc.constantFrom('a', 'b', 'c', 'd', 'd/a', 'd/b', 'd/e', 'd/e/a', 'f', 'f/e/b');
const act = fc.record({
  do: fc.constantFrom('write', 'write', 'makeFolder', 'remove', 'move', 'move', 'copy'),
  at: name,
  to: name,
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/**
 * Changes a real folder like file tools, with a record of each change; refused steps are skipped.
 */
function createTools(ws: TemporaryWorkspace, changes: ChangeLog) {
  const { files: disk, root } = ws;
  const at = (one: string) => path.join(root, one);
  const imageAt = async (place: string) =>
    valueOf(await disk.image(place, { maxBytes: 100_000, signal }));

  async function onRecord(
    toolCallId: string,
    places: readonly string[],
    work: () => Promise<Result<unknown>>,
  ): Promise<void> {
    const before = [];
    for (const place of places) before.push({ path: place, before: await imageAt(place) });
    const open = await changes.begin({ sessionId: chat, toolCallId }, before);
    const done = await work();
    if (!done.ok) return open.abandon();
    const after = [];
    for (const place of places) after.push({ path: place, after: await imageAt(place) });
    await open.end(after);
  }

  async function entriesOf(place: string) {
    const state = await disk.image(place, { signal });
    if (!state.ok || state.value.kind === 'absent') return [];
    const inside = await disk.inside(place, { maxEntries: 1000, signal });
    return inside.ok ? [place, ...inside.value.paths] : [];
  }

  async function move(toolCallId: string, from: string, to: string): Promise<void> {
    const source = await disk.image(from, { signal });
    const replaced = await disk.image(to, { maxBytes: 100_000, signal });
    if (!source.ok || source.value.kind === 'absent' || !replaced.ok) return;
    const by = { sessionId: chat, toolCallId };
    const open = await changes.beginMove(by, { from, to, replaced: replaced.value });
    const moved = await disk.move(from, to, { by, signal });
    if (!moved.ok) return open.abandon();
    await open.end([{ path: to, after: await imageAt(to) }]);
  }

  async function copy(toolCallId: string, from: string, to: string): Promise<void> {
    const [source, target] = [await imageAt(from), await disk.image(to, { signal })];
    if (!target.ok) return;
    const replaces = source.kind === 'file' && target.value.kind === 'file';
    if (!replaces && target.value.kind !== 'absent') return;
    const made = (await entriesOf(from)).map((one) => to + one.slice(from.length));
    if (made.length > 0) {
      await onRecord(toolCallId, made, () => disk.copy(from, to, { by, signal }));
    }
  }

  return async (call: string, { do: what, at: name, to }: Act): Promise<void> => {
    const place = at(name);
    if (!(await disk.image(place, { signal })).ok) return;
    if (what === 'write') {
      const options = { expect: { any: true }, by, signal } as const;
      await onRecord(call, [place], () => disk.write(place, `${call}\n`, options));
    } else if (what === 'makeFolder') {
      await onRecord(call, [place], () => disk.createFolder(place, { by, signal }));
    } else if (what === 'remove') {
      const entries = await entriesOf(place);
      if (entries.length > 0) {
        await onRecord(call, entries, () => disk.remove(place, { by, signal }));
      }
    } else await (what === 'move' ? move(call, place, at(to)) : copy(call, place, at(to)));
  };
}

/** A folder with a few files, and its record. */
async function withFolder(
  use: (world: {
    readonly ws: TemporaryWorkspace;
    readonly changes: ChangeLog;
    readonly perform: (call: string, one: Act) => Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const ws = createTemporaryWorkspace();
  for (const file of ['a', 'd/a', 'd/e/a']) ws.put(`ws/${file}`, `${file}\n`);
  const world = createWorld();
  const folder = path.join(ws.base, 'changes');
  const changes = world.window({ places: ws.files, disk: nodeDisk, folder });
  try {
    await use({ ws, changes, perform: createTools(ws, changes) });
    assert.deepEqual(world.reported, []);
  } finally {
    await changes.close();
    ws.dispose();
  }
}

const acts = fc.array(act, { minLength: 1, maxLength: 12 });

describe('random changes of a real folder', function () {
  this.timeout(600_000);

  it('are undone completely, down to the last bit and mode', async () => {
    await fc.assert(
      fc.asyncProperty(acts, (list) =>
        withFolder(async ({ ws, changes, perform }) => {
          const before = treeOf(ws.root);
          for (const [index, one] of list.entries()) await perform(String(index), one);
          const { left } = valueOf(await changes.undoFiles(chat, undefined, signal));
          assert.deepEqual(left, []);
          assert.deepEqual(treeOf(ws.root), before);
          assert.deepEqual(changes.files(chat), []);
        }),
      ),
      { numRuns: times(150) },
    );
  });

  it('are undone call by call, newest first, through every state', async () => {
    await fc.assert(
      fc.asyncProperty(acts, (list) =>
        withFolder(async ({ ws, changes, perform }) => {
          const states: { readonly call: string; readonly tree: unknown }[] = [];
          for (const [index, one] of list.entries()) {
            const call = String(index);
            const tree = treeOf(ws.root);
            await perform(call, one);
            const isOffered =
              changes.undoState({ sessionId: chat, toolCallId: call }) === 'offered';
            if (isOffered) states.push({ call, tree });
          }
          for (const { call, tree } of states.reverse()) {
            valueOf(await changes.undoCall({ sessionId: chat, toolCallId: call }, signal));
            assert.deepEqual(treeOf(ws.root), tree);
          }
          assert.deepEqual(changes.files(chat), []);
        }),
      ),
      { numRuns: times(100) },
    );
  });
});
