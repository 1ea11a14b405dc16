import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { Minimatch } from 'minimatch';
import { alternativesOf } from '../../core/base/path-pattern';
import { isAborted } from '../../core/base/async';
import { matchesWildcard } from '../../core/base/wildcard';
import type { Globs } from '../../core/ports/files';

/** More names than a command is normally given, and more entries than are looked through for them. */
const maxNames = 1000;
const maxEntries = 20_000;

/** Expands globs as bash does without options: `**` is a star, and a dot at the start is written. */
export const diskGlobs: Globs = {
  expand: async (folder, glob, signal) => {
    const alternatives = alternativesOf(glob);
    if (alternatives === undefined) return undefined;
    const search = new GlobSearch(folder, signal);
    const names: string[] = [];
    for (const alternative of alternatives) {
      names.push(...(await search.namesOf(alternative)));
      if (search.isCut || names.length > maxNames) return undefined;
    }
    return names;
  },
};

class GlobSearch {
  private entries = 0;
  private isFull = false;

  constructor(
    private readonly folder: string,
    private readonly signal: AbortSignal,
  ) {}

  get isCut(): boolean {
    return this.isFull || this.entries > maxEntries || isAborted(this.signal);
  }

  /** A word without a star stands for itself, whether there is such a file or not. */
  async namesOf(glob: string): Promise<readonly string[]> {
    const parts = glob.split('/');
    const first = parts.findIndex((part) => /[*?[]/.test(part));
    if (first === -1) return [glob];
    let found: readonly string[] = [parts.slice(0, first).join('/')];
    for (const part of parts.slice(first)) {
      const next: string[] = [];
      for (const before of found) {
        next.push(...(await this.below(before === '' ? '' : `${before}/`, part)));
        this.isFull ||= next.length > maxNames;
        if (this.isCut) return [];
      }
      found = next;
    }
    return found;
  }

  private async below(before: string, part: string): Promise<readonly string[]> {
    try {
      const here = path.join(this.folder, before);
      if (part === '') return (await stat(here)).isDirectory() ? [before] : [];
      if (/[*?[]/.test(part)) return await this.entriesLike(part, before);
      await lstat(path.join(here, part));
      return [before + part];
    } catch {
      // Not there, no folder or not readable: the shell finds nothing there either.
      return [];
    }
  }

  private async entriesLike(part: string, before: string): Promise<readonly string[]> {
    const entries = await readdir(path.join(this.folder, before));
    this.entries += entries.length;
    const isHidden = part.startsWith('.');
    const matches = matcherOf(part);
    return [...(isHidden ? ['.', '..'] : []), ...entries]
      .filter((name) => name.startsWith('.') === isHidden && matches(name))
      .map((name) => before + name);
  }
}

/** In brackets a range may hold letters of either case, as the language has it. */
function matcherOf(part: string): (name: string) => boolean {
  if (!part.includes('[')) return (name) => matchesWildcard(part, name, { ignoreCase: false });
  const glob = new Minimatch(part, { dot: true, nocase: true, noext: true, nobrace: true });
  return (name) => glob.match(name);
}
