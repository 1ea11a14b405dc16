import type { EmitLine } from '../strategy';
import { createFolderCounts } from './folder-counts';

/** Names that are always told one by one. */
const maxNames = 20;
/** Names that are held to be given as they came. */
const maxHeld = 1000;

/** A list of names that git does not know. Holds a bounded number of them. */
export interface Untracked {
  /**
   * `before` stands in front of a name, and of what is told instead of names. `isPreserved`: the name
   * is always told.
   */
  push(name: string, before: string, isPreserved: boolean): void;
  /** Gives the list, a long one by folder. True when names are gone. */
  end(give: EmitLine): boolean;
}

export function createUntracked(): Untracked {
  let names: string[] = [];
  let whole: string[] = [];
  let counts = createFolderCounts();
  let total = 0;
  let prefix = '';

  function shownNames(): readonly string[] {
    if (total <= maxNames) return names;
    // Filtered before: what is counted in it would be lost.
    if (total <= maxHeld && names.some((name) => / \(\d+ files\)$/.test(name))) return names;
    const folded = [...counts.lines(), ...whole];
    return folded.length < total ? folded : names;
  }

  return {
    push(name, before, isPreserved) {
      prefix = before;
      total += 1;
      if (names.length < maxHeld) names.push(name);
      if (isPreserved) whole.push(name);
      else counts.add(name);
    },
    end(give) {
      if (total === 0) return false;
      const shown = shownNames();
      for (const name of shown) give(prefix + name);
      const isFolded = shown !== names;
      names = [];
      whole = [];
      counts = createFolderCounts();
      total = 0;
      return isFolded;
    },
  };
}
