import { say } from '../../core/base/sentence';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { alternativesOf } from '../../core/base/path-pattern';
import type { Disposable } from '../../core/ports/system';
import type { LimitedPath, ReadLimit } from '../../core/contracts/calls/call-paths';
import type { LimitedFiles } from '../../core/ports/files';
import type { PathGuardDeps } from '../files/path-guard';
import { perLists } from '../files/read-rules';
import { comparePaths } from './path-order';
import type { Ripgrep } from './ripgrep';

export interface LimitedSurveyDeps {
  readonly ripgrep: Pick<Ripgrep, 'list'>;
  readonly limitOf: (real: string) => ReadLimit | undefined;
  readonly lists: PathGuardDeps['readLists'];
  /** Folders that are limited whatever the lists say. */
  readonly storage: () => readonly string[];
  /** Reports what appears and disappears in the open folders; a folder stands for all in it. */
  readonly watch: (events: FileEvents) => Disposable;
}

export interface FileEvents {
  readonly created: (path: string) => void;
  readonly deleted: (path: string) => void;
}

type Found = readonly LimitedPath[] | undefined;

/** Folders that are searched at the same time are few. */
const maxSurveys = 16;
/** More are never shown. */
const maxLimited = 1000;
/** Events of one survey beyond which it is made again, when it is needed. */
const maxEvents = 500;

interface Survey {
  found: Promise<Found>;
  events: number;
}

/**
 * The limited files of folders, found by one listing of ripgrep and kept up to date by file events:
 * a file that appears is judged, a folder that appears is listed. A look that takes long goes on,
 * so that the next call knows its answer.
 */
export class LimitedSurvey implements LimitedFiles, Disposable {
  private readonly surveys = new Map<string, Survey>();
  private readonly stop = new AbortController();
  private readonly globs: () => readonly string[];
  private watching: Disposable | undefined;

  constructor(private readonly deps: LimitedSurveyDeps) {
    const { deny, ask, allow } = deps.lists;
    this.globs = perLists(
      () => [deny(), ask(), allow()],
      () => {
        this.surveys.clear();
        return allow().length > 0 ? [] : globsOf([...deny(), ...ask()]);
      },
    );
  }

  async below(folder: string): Promise<Found> {
    this.watching ??= this.deps.watch({
      created: (real) => this.change(real, (known) => this.with(known, real)),
      deleted: (real) =>
        this.change(real, (known) => known.filter(({ path: one }) => !isIn(real, one))),
    });
    const globs = this.globs();
    const [, around] = [...this.surveys].find(([known]) => isIn(known, folder)) ?? [];
    const survey = around ?? this.begin(folder, globs);
    const found = await survey.found;
    return around === undefined ? found : found?.filter(({ path: one }) => isIn(folder, one));
  }

  dispose(): void {
    this.stop.abort();
    this.watching?.dispose();
    this.surveys.clear();
  }

  private begin(folder: string, globs: readonly string[]): Survey {
    const survey: Survey = { found: this.look(folder, globs), events: 0 };
    this.surveys.set(folder, survey);
    const [oldest] = this.surveys.keys();
    if (this.surveys.size > maxSurveys && oldest !== undefined) this.surveys.delete(oldest);
    void survey.found.then((found) => {
      if (found === undefined) this.forget(folder, survey);
    });
    return survey;
  }

  private async look(folder: string, globs: readonly string[]): Promise<Found> {
    const limited: LimitedPath[] = [];
    // No glob stands for our own files.
    const isOurs = this.deps.storage().some((one) => isIn(folder, one));
    const job = { folder, globs: isOurs ? [] : globs, signal: this.stop.signal };
    const listed = await this.deps.ripgrep.list(job, (file) => {
      if (limited.length < maxLimited) limited.push(...this.limits(file));
    });
    return listed.ok ? limited.sort((a, b) => comparePaths(a.path, b.path)) : undefined;
  }

  /** A name that is not valid text can be compared with no list. */
  private limits(file: string): readonly LimitedPath[] {
    const limit = file.includes('\uFFFD') ? unnamed : this.deps.limitOf(file);
    return limit === undefined ? [] : [{ path: file, ...limit }];
  }

  private change(
    real: string,
    apply: (known: readonly LimitedPath[]) => Found | Promise<Found>,
  ): void {
    for (const [folder, survey] of this.surveys) {
      if (isIn(real, folder) && real !== folder) this.forget(folder, survey);
      if (!isIn(folder, real)) continue;
      survey.events += 1;
      if (survey.events > maxEvents) this.forget(folder, survey);
      else survey.found = survey.found.then((known) => known && apply(known));
    }
  }

  private async with(known: readonly LimitedPath[], real: string): Promise<Found> {
    let more: Found;
    try {
      const isFolder = (await lstat(real)).isDirectory();
      if (isFolder) more = await this.look(real, this.globs());
      else more = this.limits(real);
    } catch {
      // It is gone again.
      return known;
    }
    return more && [...known.filter(({ path: one }) => !isIn(real, one)), ...more];
  }

  private forget(folder: string, survey: Survey): void {
    if (this.surveys.get(folder) === survey) this.surveys.delete(folder);
  }
}

const unnamed: ReadLimit = { verdict: 'ask', why: say`${''} has a name that is not valid text` };

function isIn(folder: string, real: string): boolean {
  return real === folder || real.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/**
 * Globs for ripgrep, such that every file that the list limits matches one; empty, for all files,
 * where one of the list is not plain enough for both to read it alike.
 */
export function globsOf(denied: readonly string[]): readonly string[] {
  const all = denied
    .flatMap((glob) => alternativesOf(glob) ?? ['?'])
    .map((glob) => glob.replace(/[?*+@!]\([^()/]*\)/g, '*').replace(/(?<!\/)\*{2,}(?!\/|$)/g, '*'));
  const isPlain = all.every((glob) => glob.split('/').every((part) => plain.test(part)));
  if (all.length >= maxGlobs || !isPlain || all.some((glob) => glob.startsWith('/'))) return [];
  return all.flatMap((glob) => {
    const anywhere = glob.replace(/(?:\/\**)+$/, '').replace(/^(?:\*\*\/)*/, '**/');
    return [anywhere, `${anywhere}/**`];
  });
}

const maxGlobs = 1000;

/** Read alike by both: names with single stars, or `**` alone. */
const plain = /^(?:\*\*|(?:[\w.+~@ -]|\*(?!\*))*)$/;
