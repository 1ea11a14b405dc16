import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { ChangeLog } from '../../../../src/adapters/file-history/change-log';
import {
  chat,
  createCaller,
  createWorld,
  unstopped,
  valueOf,
  type ChangesWorld,
} from './changes-world';
import { times } from '../../../soak';

/** Few names, so that steps collide. */
const names = ['a', 'b', 'c', 'd', 'd/a', 'd/b', 'd/e', 'd/e/a', 'f', 'f/a', 'f/e', 'f/e/b'];
const name = fc.constantFrom(...names);

type Act =
  | { readonly do: 'write'; readonly at: string; readonly text: string }
  | { readonly do: 'makeFolder'; readonly at: string }
  | { readonly do: 'remove'; readonly at: string }
  | { readonly do: 'move' | 'copy'; readonly at: string; readonly to: string };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      at: name,
      text: fc.constantFrom('1\n', '2\n', '1\n2\n'),
    }),
  },
  fc.record({ do: fc.constantFrom('makeFolder' as const, 'remove' as const), at: name }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('move' as const, 'copy' as const),
      at: name,
      to: name,
    }),
  },
);

type Later =
  | { readonly do: 'undoCall' | 'undoLast'; readonly nth: number }
  | { readonly do: 'undoFiles' | 'keep'; readonly nth: number };
const later: fc.Arbitrary<Later> = fc.record({
  do: fc.constantFrom(
    'undoCall' as const,
    'undoLast' as const,
    'undoFiles' as const,
    'keep' as const,
  ),
  nth: fc.nat(9),
});

const start: fc.Arbitrary<readonly string[]> = fc.subarray(
  names.filter((one) => !['d', 'f', 'd/e', 'f/e'].includes(one)),
);

function fill({ places }: ChangesWorld, files: readonly string[]): void {
  for (const file of files) {
    const parts = file.split('/').slice(0, -1);
    parts.forEach((_, index) => {
      const folder = `/ws/${parts.slice(0, index + 1).join('/')}`;
      places.nodes.set(folder, { kind: 'folder', mode: 0o755 });
    });
    places.write(`/ws/${file}`, `${file}\n`);
  }
}

type KindOf = (at: string) => string | undefined;

/** False for steps that a tool would refuse. */
function isPossible(one: Act, kindOf: KindOf): boolean {
  if (isUnderFile(one.at, kindOf)) return false;
  const kind = kindOf(one.at);
  if (one.do === 'write') return kind !== 'folder';
  if (one.do === 'makeFolder') return kind === undefined;
  if (one.do === 'remove') return kind !== undefined;
  return kind !== undefined && isWayFree(one, { kindOf, isFolder: kind === 'folder' });
}

function isWayFree(
  { at, to }: { readonly at: string; readonly to: string },
  { kindOf, isFolder }: { readonly kindOf: KindOf; readonly isFolder: boolean },
): boolean {
  const isInside = at === to || to.startsWith(`${at}/`) || at.startsWith(`${to}/`);
  const there = kindOf(to);
  if (isInside || isUnderFile(to, kindOf) || there === 'folder') return false;
  return there === undefined || !isFolder;
}

function isUnderFile(at: string, kindOf: KindOf): boolean {
  const parts = at.split('/');
  return parts.some((_, index) => index > 0 && kindOf(parts.slice(0, index).join('/')) === 'file');
}

/** Performs a step if a tool would. */
async function perform(
  world: ChangesWorld,
  changes: ChangeLog,
  call: string,
  one: Act,
): Promise<void> {
  const caller = createCaller(world, changes);
  const kindOf: KindOf = (at) => world.places.nodes.get(at === '' ? '/ws' : `/ws/${at}`)?.kind;
  if (!isPossible(one, kindOf)) return;
  if (one.do === 'write') await caller.write(call, one.at, one.text);
  else if (one.do === 'makeFolder') await caller.makeFolder(call, one.at);
  else if (one.do === 'remove') await caller.remove(call, one.at);
  else if (one.do === 'copy') await caller.copy(call, one.at, one.to);
  else if (kindOf(one.to.split('/').slice(0, -1).join('/')) === 'folder') {
    await caller.move(call, one.at, one.to);
  }
}

describe('random histories of a chat', function () {
  this.timeout(600_000);

  it('undoing everything restores exactly the previous state', async () => {
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.array(act, { maxLength: 14 }),
        fc.boolean(),
        async (files, acts, reopens) => {
          const world = createWorld();
          fill(world, files);
          const before = world.places.show();
          let changes = world.window();
          for (const [index, one] of acts.entries()) {
            await perform(world, changes, String(index), one);
          }
          if (reopens) {
            await changes.close();
            changes = world.window({ pid: 101 });
          }
          const { left } = valueOf(await changes.undoFiles(chat, undefined, unstopped));
          assert.deepEqual(left, []);
          assert.deepEqual(world.places.show(), before);
          assert.deepEqual(changes.files(chat), []);
          assert.deepEqual(world.reported, []);
        },
      ),
      { numRuns: times(3000) },
    );
  });

  it('undoing calls one by one, newest first, passes through every state', async () => {
    await fc.assert(
      fc.asyncProperty(start, fc.array(act, { maxLength: 12 }), async (files, acts) => {
        const world = createWorld();
        fill(world, files);
        const changes = world.window();
        const states: { call: string; tree: unknown; files: unknown }[] = [];
        for (const [index, one] of acts.entries()) {
          const state = { tree: world.places.show(), files: createCaller(world, changes).files() };
          const call = String(index);
          await perform(world, changes, call, one);
          if (changes.undoState({ sessionId: chat, toolCallId: call }) === 'offered') {
            states.push({ call, ...state });
          }
        }
        for (const { call, tree } of states.reverse()) {
          const by = { sessionId: chat, toolCallId: call };
          valueOf(await changes.undoCall(by, unstopped));
          assert.deepEqual(world.places.show(), tree);
          assert.equal(changes.undoState(by), 'undone');
        }
        assert.deepEqual(changes.files(chat), []);
      }),
      { numRuns: times(2000) },
    );
  });

  it('an undo in any order does exactly what it reports', async () => {
    await fc.assert(
      fc.asyncProperty(
        start,
        fc.array(fc.oneof({ weight: 3, arbitrary: act }, later), { maxLength: 20 }),
        async (files, acts) => {
          const world = createWorld();
          fill(world, files);
          const changes = world.window();
          let hasKept = false;
          const before = world.places.show();
          for (const [index, one] of acts.entries()) {
            if (!('nth' in one)) {
              await perform(world, changes, String(index), one);
              continue;
            }
            const shown = changes.files(chat);
            const chosen = shown[one.nth % Math.max(1, shown.length)]?.changeId;
            if (one.do === 'keep') {
              valueOf(await changes.keepFiles(chat, chosen === undefined ? [] : [chosen]));
              hasKept ||= chosen !== undefined;
            } else if (one.do === 'undoFiles') {
              valueOf(
                await changes.undoFiles(chat, chosen === undefined ? [] : [chosen], unstopped),
              );
            } else {
              const call = one.do === 'undoLast' ? index - 1 : one.nth;
              const tree = world.places.show();
              const by = { sessionId: chat, toolCallId: String(call) };
              const undone = await changes.undoCall(by, unstopped);
              if (!undone.ok) assert.deepEqual(world.places.show(), tree);
              else assert.equal(changes.undoState(by), 'undone');
            }
          }
          // Kept items may be where something else was.
          if (hasKept) return;
          const { left } = valueOf(await changes.undoFiles(chat, undefined, unstopped));
          assert.deepEqual(left, []);
          assert.deepEqual(world.places.show(), before);
        },
      ),
      { numRuns: times(3000) },
    );
  });
});
