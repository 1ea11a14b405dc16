import path from 'node:path';
import type { Change } from './changes';
import { absent, pathsIn, uncopied, type Entry } from './entry';
import { walkTarget, type Walk } from './walk';

/** A change, with what stands at its place now. */
export interface Looked {
  readonly change: Change;
  readonly now: Entry;
  /** What a rollback would take away that is not as the command left it. */
  readonly changedSince: readonly string[];
}

/** Looks at the place of each change anew; keeps no copies. */
export async function lookAgain(
  changes: readonly Change[],
  walk: Walk,
): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for (const change of changes) {
    const isContent = change.kind === 'content';
    const at = { ...change.target, path: change.path };
    const now = isContent ? await walkTarget(at, walk) : await lookAtOne(change.path, walk);
    looked.push({ change, now, changedSince: changedSince(change, now) });
  }
  return looked;
}

/** Of rights only the file or folder itself counts, not what is in it. */
async function lookAtOne(place: string, { disk }: Walk): Promise<Entry> {
  const found = await disk.entry(place);
  if (found === undefined) return absent;
  if (found.kind === 'file') return { kind: 'file', disk: found, copy: undefined };
  if (found.kind !== 'folder') return uncopied;
  return { kind: 'folder', disk: found, inScope: true, children: new Map() };
}

function changedSince(change: Change, now: Entry): readonly string[] {
  if (change.kind === 'rights') {
    const isSame =
      (now.kind === 'file' || now.kind === 'folder') &&
      now.disk.identity === change.after.identity &&
      now.disk.mode === change.after.mode;
    return isSame ? [] : [change.path];
  }
  const { path: place, before, after } = change;
  // What somebody has put into a folder that the command made stays there.
  const staysIfNew = before.kind === 'absent';
  return differences(place, { after, now }, staysIfNew);
}

interface Pair {
  readonly after: Entry;
  readonly now: Entry;
}

/** What is not as the command left it; what is gone needs no second removal. */
function differences(place: string, { after, now }: Pair, staysIfNew: boolean): readonly string[] {
  if (now.kind === 'absent') return [];
  if (after.kind === 'absent') return staysIfNew ? [] : pathsIn(now, place);
  if (after.kind === 'folder' && now.kind === 'folder') {
    return [...now.children].flatMap(([name, child]) => {
      const pair = { after: after.children.get(name) ?? absent, now: child };
      return differences(path.join(place, name), pair, staysIfNew);
    });
  }
  return isAsLeft(after, now) ? [] : [place];
}

function isAsLeft(after: Entry, now: Entry): boolean {
  if (after.kind === 'file' && now.kind === 'file') return after.disk.state === now.disk.state;
  if (after.kind === 'link' && now.kind === 'link') return after.target === now.target;
  return after.kind === now.kind;
}
