import { say } from '../../core/base/sentence';
import { isInside } from '../../core/base/paths';
import { cutMarked } from '../../core/base/text-lines';
import { failure, fail, succeed, type Result } from '../../core/contracts/failure';
import type { Disposable, Clock } from '../../core/ports/system';
import type { DiagnosticItem, Diagnostics, DiagnosticsRequest } from '../../core/ports/diagnostics';
import type { Files } from '../../core/ports/files';
import type { Workspace } from '../../core/ports/workspace';
import { worstFirst } from '../../adapters/diagnostics/worst-first';
import { isAborted } from '../../core/base/async';

/** When files last changed in this window, and when problems were last published. */
export interface RecentActivity {
  /** Both by the monotonic clock; undefined before the first. */
  readonly changedAt: number | undefined;
  readonly publishedAt: number | undefined;
  onDidPublish(listener: () => void): Disposable;
}

/** Language servers publish in several steps; after this silence they are done. */
const quietMs = 500;
/** Time to wait for a language server that has not answered a change yet. */
const maxWaitMs = 3000;

/** Until language servers are silent after the last change, or for three seconds at most. */
export async function waitUntilQuiet(
  activity: RecentActivity,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const giveUpAt = clock.monotonic() + maxWaitMs;
  for (;;) {
    const left = Math.min(quietAt(activity), giveUpAt) - clock.monotonic();
    if (left <= 0 || isAborted(signal)) return;
    await pause(left, activity, clock, signal);
  }
}

function quietAt({ changedAt, publishedAt }: RecentActivity): number {
  if (changedAt === undefined) return 0;
  const hasAnswered = publishedAt !== undefined && publishedAt > changedAt;
  return hasAnswered ? publishedAt + quietMs : changedAt + maxWaitMs;
}

/** Until the time is over, something is published, or the wait is cancelled. */
function pause(
  ms: number,
  activity: RecentActivity,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      timer.dispose();
      publishing.dispose();
      signal.removeEventListener('abort', go);
      resolve();
    };
    const timer = clock.after(ms, go);
    const publishing = activity.onDidPublish(go);
    signal.addEventListener('abort', go, { once: true });
  });
}

const maxMessage = 1000;

/** VS Code's problems as tools see them, with VS Code's paths. */
export interface EditorProblems {
  all(): readonly FileProblems[];
  /** Files that are open in this window, and so checked by their language servers. */
  openFiles(): readonly string[];
}

export interface FileProblems {
  readonly path: string;
  readonly problems: readonly Omit<DiagnosticItem, 'file'>[];
}

export interface EditorDiagnosticsDeps {
  readonly files: Pick<Files, 'resolve'>;
  readonly workspace: Pick<Workspace, 'separator' | 'caseSensitive'>;
  readonly problems: EditorProblems;
  readonly activity: RecentActivity;
  readonly clock: Clock;
}

/** Problems in files that a tool may read (000-files-5). Opens nothing. */
export function createEditorDiagnostics(deps: EditorDiagnosticsDeps): Diagnostics['ofEditor'] {
  const { activity, clock } = deps;
  return async (request) => {
    const { path, files: several, max, signal } = request;
    const places = await placesOf(request, deps);
    if (!places.ok) return places;
    const only = several === undefined && path === undefined ? undefined : places.value;
    // Of several files it is known which ones a language server has seen change.
    const mayFollow = several === undefined || (await isAnyOpen(deps, only));
    if (mayFollow) await waitUntilQuiet(activity, clock, signal);
    const found = await readableProblems(deps, only, signal);
    if (!found.ok) return found;
    const isDoubtful = found.value.length === 0 && !(await isAnyOpen(deps, only));
    return succeed({ ...worstFirst(found.value, max), warnings: isDoubtful ? [notOpen] : [] });
  };
}

/** Real paths; of several files those that exist and may be read. */
async function placesOf(
  { path = '.', files: several }: DiagnosticsRequest,
  { files }: EditorDiagnosticsDeps,
): Promise<Result<readonly string[]>> {
  const places: string[] = [];
  // Without a path, too: it refuses where no folder is open or trusted.
  for (const each of several ?? [path]) {
    const asked = await files.resolve(each);
    if (asked.ok && asked.value.exists) places.push(asked.value.real);
    else if (several === undefined) return asked.ok ? fail(missing(each)) : asked;
  }
  return succeed(places);
}

async function readableProblems(
  deps: EditorDiagnosticsDeps,
  only: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Result<readonly DiagnosticItem[]>> {
  const found: DiagnosticItem[] = [];
  for (const { path, problems: own } of deps.problems.all()) {
    if (isAborted(signal)) return fail(failure('cancelled', say`The call was cancelled.`));
    const real = own.length === 0 ? undefined : await readablePath(deps, path, only);
    if (real === undefined) continue;
    for (const problem of own) found.push({ ...problem, message: bounded(problem), file: real });
  }
  return succeed(found);
}

/** Canonical; undefined for what is outside, forbidden, gone, or not what was asked for. */
async function readablePath(
  { files, workspace }: EditorDiagnosticsDeps,
  path: string,
  only: readonly string[] | undefined,
): Promise<string | undefined> {
  const place = await files.resolve(path);
  if (!place.ok || !place.value.exists) return undefined;
  const { real } = place.value;
  const style = { separator: workspace.separator(), caseSensitive: workspace.caseSensitive() };
  const isAsked = only?.some((each) => isInside(each, real, style)) ?? true;
  return isAsked ? real : undefined;
}

async function isAnyOpen(
  deps: EditorDiagnosticsDeps,
  only: readonly string[] | undefined,
): Promise<boolean> {
  for (const path of deps.problems.openFiles()) {
    if ((await readablePath(deps, path, only)) !== undefined) return true;
  }
  return false;
}

function bounded({ message }: Pick<DiagnosticItem, 'message'>): string {
  return cutMarked(message, maxMessage);
}

function missing(path: string) {
  return failure('execution', say`No such file or folder: ${path}`, {
    suggestion: 'Check the path with list_directory or find_path.',
  });
}

const notOpen =
  'None of these files is open in an editor, and most language servers report only on open files. To be sure, run the checker that the project uses.';
