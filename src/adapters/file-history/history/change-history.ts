import {
  copiesIn,
  type FileImage,
  changesAnything,
  folderSteps,
  inOrder,
  moveSteps,
  pathsOf,
  type FileStep,
} from './file-steps';
import { PathHistory } from './path-history';
import {
  statesBefore,
  type BegunChange,
  type BegunLine,
  type EndedLine,
  type RecordLine,
  type UndidLine,
} from './record-format';
import { isLive, type CallStep, type TrackedItem } from './tracked-items';

/** The state that the lines of a record add up to. Has no side effects. */
export class ChangeHistory {
  readonly tree = new PathHistory();
  private readonly begun = new Map<number, BegunLine>();
  private readonly steps = new Map<string, CallStep>();
  private readonly calls = new Map<string, CallStep[]>();
  private next = 1;
  private lastChange = 0;

  /** Changes that have begun but not ended. */
  get open(): ReadonlyMap<number, BegunLine> {
    return this.begun;
  }

  /** Number of the next change. */
  get nextOrder(): number {
    return this.next;
  }

  /** Time of the last change in epoch milliseconds; 0 before the first. */
  get changedAt(): number {
    return this.lastChange;
  }

  apply(line: RecordLine): void {
    if (line.is === 'begun') {
      this.begun.set(line.order, line);
      this.next = Math.max(this.next, line.order + 1);
    } else if (line.is === 'made') {
      this.apply({ ...line, is: 'begun' });
      this.apply({ ...line, is: 'ended' });
    } else if (line.is === 'ended') this.end(line);
    else if (line.is === 'abandoned') this.begun.delete(line.order);
    else if (line.is === 'kept') this.keep(line.steps);
    else this.undo(line);
  }

  /** Oldest first. */
  stepsOf(toolCallId: string): readonly CallStep[] {
    return this.calls.get(toolCallId) ?? [];
  }

  /** All steps that can still be undone. */
  liveSteps(): readonly CallStep[] {
    return [...this.steps.values()].filter(isLive);
  }

  /** True if every change was kept, so that nothing can be undone. */
  isKeptWhole(): boolean {
    return [...this.steps.values()].every(({ state }) => state === 'kept');
  }

  /** Names of the copies that an undo still needs. */
  neededCopies(): ReadonlySet<string> {
    return neededCopies(this.begun.values(), this.liveSteps(), this.tree);
  }

  private end(line: EndedLine): void {
    const begun = this.begun.get(line.order);
    if (begun === undefined) return;
    this.begun.delete(line.order);
    this.lastChange = line.at;
    for (const step of callSteps(begun, line)) {
      this.steps.set(step.id, step);
      this.calls.set(step.toolCallId, [...this.stepsOf(step.toolCallId), step]);
      this.tree.apply(step);
    }
  }

  private keep(ids: readonly string[]): void {
    const { tree } = this;
    const items = new Set(ids.map((id) => tree.owner(id)).filter((item) => item !== undefined));
    this.mark(ids, 'kept');
    for (const item of items) tree.accept(item);
  }

  private undo({ steps: done, undone }: UndidLine): void {
    for (const { of, step } of done) this.tree.applyUndo(step, of);
    this.mark(undone, 'undone');
  }

  private mark(ids: readonly string[], state: 'kept' | 'undone'): void {
    for (const id of ids) {
      const step = this.steps.get(id);
      if (step !== undefined) step.state = state;
    }
  }
}

function neededCopies(
  open: Iterable<BegunLine>,
  live: readonly CallStep[],
  tree: PathHistory,
): ReadonlySet<string> {
  const changed = [...tree.items].filter((item) => tree.isChanged(item));
  const images = [
    ...[...open].flatMap(({ change }) => statesBefore(change).map(({ image }) => image)),
    ...live.flatMap(({ step }) => (step.kind === 'place' ? [step.before] : [])),
    ...changed.map(({ was }) => was.image),
  ];
  return new Set(images.flatMap((image) => copiesIn(image)));
}

/** The steps of an ended change, without those that changed nothing. */
function callSteps({ change, toolCallId, order }: BegunLine, line: EndedLine): CallStep[] {
  const after = new Map(line.after.map(({ path, image }) => [path, image]));
  const steps =
    change.kind === 'move'
      ? stepsOfMove(change, after.get(change.to))
      : stepsOfPlaces(change, after);
  return inOrder(steps.filter(changesAnything), (step) => step).map((step, index) => ({
    id: `${String(order)}.${String(index)}`,
    toolCallId,
    order,
    step,
    ...countsFor(step, line),
    state: 'live',
  }));
}

/** Includes the folders created for the paths, each once. */
function stepsOfPlaces(
  { places }: Extract<BegunChange, { readonly kind: 'places' }>,
  after: ReadonlyMap<string, FileImage>,
): readonly FileStep[] {
  const steps = new Map<string, FileStep>();
  for (const { path, image } of places) {
    const now = after.get(path);
    if (now !== undefined) steps.set(path, { kind: 'place', path, before: image, after: now });
  }
  for (const step of [...steps.values()].filter(changesAnything)) {
    if (step.kind === 'move') continue;
    for (const folder of folderSteps(step.path, step.before)) {
      if (!steps.has(folder.path)) steps.set(folder.path, folder);
    }
  }
  return [...steps.values()];
}

function countsFor(step: FileStep, { counts }: EndedLine): Pick<CallStep, 'counts'> {
  const at = pathsOf(step).at(-1);
  const found = counts.find(({ path }) => path === at);
  if (found === undefined) return {};
  return { counts: { base: found.base, added: found.added, removed: found.removed } };
}

function stepsOfMove(
  { from, to, replaced, notKept }: Extract<BegunLine['change'], { readonly kind: 'move' }>,
  moved: FileImage | undefined,
): readonly FileStep[] {
  if (moved === undefined || moved.kind === 'absent') return [];
  const image = notKept === undefined ? moved : { ...moved, notKept };
  return moveSteps({ from, to, replaced, moved: image });
}

/** The steps that an undo or a keep of the item settles. */
export function liveStepsOf(item: TrackedItem): readonly string[] {
  return item.steps.filter(isLive).map(({ id }) => id);
}
