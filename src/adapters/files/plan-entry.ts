import { type Failure, fail, type Result, succeed } from '../../core/contracts/failure';
import type { EntryChange, EntryPlan, TextCodec } from '../../core/ports/files';
import { removedTexts } from './affected-entries';
import { inParent, type DiskAccess, type GuardedTarget } from './disk-access';
import { changedMeanwhile, hasUnsavedChanges } from './file-refusals';
import { removeTree } from './folder';
import type { PathGuard, RequestedPath } from './path-guard';
import { stampOf } from './scan-file';
import { changedSince, maxRecordedEntries, surveyTree, type TreeSurvey } from './survey-tree';
import { checkTransfer, type CheckedTransfer, type Ends, type TransferChecks } from './transfer';

interface Removal {
  readonly at: GuardedTarget;
  readonly survey: TreeSurvey;
}

/** An entry that is about to be removed, moved or copied. */
type CheckedEntry = Removal | CheckedTransfer;

interface Planned {
  /** Refuses an entry that differs from what was planned. */
  readonly planned?: string | undefined;
  readonly signal: AbortSignal;
}

interface EntryChecksDeps {
  readonly disk: DiskAccess;
  readonly guard: Pick<PathGuard, 'use' | 'useBoth'>;
  readonly codec: TextCodec;
  /** Bytes of copies beyond which nothing of a chat is kept. */
  readonly maxChangeBytes: () => number;
  /** Files with unsaved changes: the path itself and those below it. */
  readonly unsavedBelow: (real: string) => Promise<readonly string[]>;
}

/** Larger texts are not shown. */
export const maxTextBytes = 10 * 1024 * 1024;

/** What must hold before an entry is removed, moved or copied; a plan is no more than that. */
export class EntryChecks {
  constructor(private readonly deps: EntryChecksDeps) {}

  plan(change: EntryChange, signal: AbortSignal): Promise<Result<EntryPlan>> {
    const { disk, guard, codec } = this.deps;
    const plan = async (checked: Result<CheckedEntry>) =>
      checked.ok ? succeed(await planOf(disk, checked.value, { codec, signal })) : checked;
    if (change.kind === 'remove') {
      const target = asRemoval(change.path);
      return guard.use(target, signal, async (at) => plan(await this.removal(at, { signal })));
    }
    const checks = { purpose: change.kind, mayReplace: true, signal };
    return guard.useBoth(endsOf(change), signal, async (ends) =>
      plan(await this.transfer(ends, checks)),
    );
  }

  async removal(at: GuardedTarget, { signal, planned }: Planned): Promise<Result<Removal>> {
    const { disk } = this.deps;
    const all = { purpose: 'remove', maxEntries: maxRecordedEntries, signal } as const;
    const surveyed = await surveyTree(disk, at, all);
    if (!surveyed.ok) return surveyed;
    const entry = { at, survey: surveyed.value };
    const refused =
      (await this.unsavedRefusal(entry.survey.real)) ?? planRefusal(disk, entry, planned);
    return refused === undefined ? succeed(entry) : fail(refused);
  }

  async transfer(
    ends: Ends,
    { planned, ...options }: Planned & Pick<TransferChecks, 'purpose' | 'mayReplace'>,
  ): Promise<Result<CheckedTransfer>> {
    const { disk, codec, maxChangeBytes } = this.deps;
    const refuse = (real: string) => this.unsavedRefusal(real);
    const maxBytes = Math.max(maxTextBytes, maxChangeBytes());
    const checked = await checkTransfer(disk, ends, { ...options, codec, refuse, maxBytes });
    if (!checked.ok) return checked;
    const refused = planRefusal(disk, checked.value, planned);
    return refused === undefined ? checked : fail(refused);
  }

  /** Why unsaved changes forbid to remove, move or replace an entry. */
  private async unsavedRefusal(real: string): Promise<Failure | undefined> {
    const { disk, unsavedBelow } = this.deps;
    const [dirty] = await unsavedBelow(real);
    return dirty === undefined ? undefined : hasUnsavedChanges(disk.show(dirty));
  }
}

export const asRemoval = (path: string): RequestedPath => ({ path, as: 'entry', to: 'remove' });

type Transfer = Exclude<EntryChange, { readonly kind: 'remove' }>;

/** The paths of a move or copy as the guard judges them. A copy follows a link at its source. */
export function endsOf({ kind, path, to }: Transfer): Readonly<Record<keyof Ends, RequestedPath>> {
  return {
    from: kind === 'copy' ? { path, as: 'file' } : asRemoval(path),
    to: { path: to, as: 'place', to: 'change' },
  };
}

/** What the user sees of it, and the mark by which a later change is recognized. */
async function planOf(
  disk: DiskAccess,
  entry: CheckedEntry,
  options: { readonly codec: TextCodec; readonly signal: AbortSignal },
): Promise<EntryPlan> {
  const { survey } = entry;
  const { real, kind, files, bytes } = survey;
  const at = 'at' in entry ? entry.at : entry.from;
  const shown = await removedTexts(disk, { at, survey }, options);
  const plan = { mark: markOf(entry), real, kind, files, bytes, shown };
  if ('at' in entry) return plan;
  const { replaced, replacedText: text } = entry;
  const to = entry.to.resolved.real;
  const stamp = replaced.kind === 'file' ? replaced.stamp : undefined;
  return { ...plan, to, ...(replaced.kind !== 'absent' && { replaced: { text, stamp } }) };
}

/** Why an entry is not as it was planned; undefined if it is, or nothing was planned. */
function planRefusal(
  disk: DiskAccess,
  entry: CheckedEntry,
  planned: string | undefined,
): Failure | undefined {
  if (planned === undefined || planned === markOf(entry)) return undefined;
  return changedMeanwhile(disk.show(entry.survey.real));
}

/** Of every entry and of what is replaced; times and file numbers differ after any change. */
function markOf(entry: CheckedEntry): string {
  const { real, entries, files, bytes } = entry.survey;
  const states = entries.map(({ path, state }) => [path, state]);
  const there = 'at' in entry ? undefined : entry.there;
  const target = there && [there.ino, there.mtimeNs, there.ctimeNs].join(':');
  return stampOf(Buffer.from(JSON.stringify([real, states, files, bytes, target])));
}

/** Removes an entry that is as it was surveyed. Rejects with the errno. */
export async function removeSurveyed(
  disk: DiskAccess,
  { at, survey }: Removal,
  signal: AbortSignal,
): Promise<Result<boolean>> {
  const changed = await changedSince(disk, { at, survey }, { purpose: 'remove', signal });
  if (changed !== undefined) return fail(changed);
  return inParent(disk, at, async ({ folder, name }) => {
    await removeTree(folder, name, signal);
    return succeed(false);
  });
}
