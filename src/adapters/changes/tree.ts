import path from 'node:path';
import { absent, isSameState, type RecordedState } from './kept-image';
import {
  createTrackedItems,
  isLive,
  isPresent,
  type CallStep,
  type TrackedItem,
  type TrackedItems,
} from './known-items';
import type { MoveStep, PlaceStep, FileStep } from './steps';

/**
 * The changes of one chat taken together, in the order they were made: what it has touched, each
 * thing known both by where it was and by where it is. Things inside a moved folder move along, so
 * that steps made before the move are still understood. Knows no disk.
 */
export interface PathHistory {
  /** What a call did. */
  apply(by: CallStep): void;
  /** What an undo did to the thing that the step with this id was about. */
  applyUndo(step: FileStep, of: string): void;
  /** What is there now becomes what was there. */
  accept(item: TrackedItem): void;
  readonly items: ReadonlySet<TrackedItem>;
  /** What a step was about. */
  owner(stepId: string): TrackedItem | undefined;
  /** What the chat knows to stand at a path now. */
  at(place: string): TrackedItem | undefined;
  /** The same, or what stood there and is gone. */
  find(place: string): TrackedItem | undefined;
  /** Everything known to stand below a path now. */
  below(place: string): readonly TrackedItem[];
  isMoved(item: TrackedItem): boolean;
  /** False for what is again where and what it was. */
  isChanged(item: TrackedItem): boolean;
}

export function createPathHistory(): PathHistory {
  const known = createTrackedItems();
  const items = new Set<TrackedItem>();
  const owners = new Map<string, TrackedItem>();

  const find = (place: string) => known.at(place) ?? known.goneFrom(known.spotOf(place));

  /** The thing that a step at a place is about. */
  function subject(place: string, before: RecordedState, of: string): TrackedItem {
    const found = owners.get(of) ?? find(place);
    if (found !== undefined) return found;
    const was = { ...known.spotOf(place), image: before };
    const now = { path: place, image: before };
    const item: TrackedItem = { id: of, was, now, steps: [] };
    items.add(item);
    known.add(item);
    return item;
  }

  function applyStep(step: FileStep, of: string, by?: CallStep): TrackedItem {
    const [place, before] =
      step.kind === 'place' ? [step.path, step.before] : [step.from, step.moved];
    const item = subject(place, before, of);
    if (by !== undefined) renewBaseline(known, item, { place, before, by });
    if (step.kind === 'place') {
      applyPlace(known, item, step);
      return item;
    }
    applyMove(known, item, step);
    return item;
  }

  return {
    apply: (by) => {
      const item = applyStep(by.step, by.id, by);
      item.steps = [...item.steps, by];
      owners.set(by.id, item);
    },
    applyUndo: (step, of) => {
      applyStep(step, of);
    },
    accept: (item) => {
      const { parent, name } = isPresent(item) ? known.spotOf(item.now.path) : item.was;
      known.setFormer(item, { parent, name, image: item.now.image });
    },
    items,
    owner: (stepId) => owners.get(stepId),
    at: (place) => known.at(place),
    find,
    below: (place) => known.below(place),
    isMoved: (item) => isMoved(known, item),
    isChanged: (item) => isChanged(known, item),
  };
}

function isMoved(known: TrackedItems, { was, now }: TrackedItem): boolean {
  if (now.image.kind === 'absent' || was.image.kind === 'absent') return false;
  const { parent, name } = known.spotOf(now.path);
  return parent !== was.parent || name !== was.name;
}

function isChanged(known: TrackedItems, item: TrackedItem): boolean {
  return !isSameState(item.was.image, item.now.image) || isMoved(known, item);
}

/** With nothing left to undo a thing begins anew; else the copy of the same content is taken. */
function renewBaseline(
  known: TrackedItems,
  item: TrackedItem,
  { place, before, by }: { place: string; before: RecordedState; by: CallStep },
): void {
  const { image } = item.was;
  if (!item.steps.some(isLive)) {
    item.id = by.id;
    item.steps = [];
    known.setFormer(item, { ...known.spotOf(place), image: before });
  } else if (isSameState(image, before)) {
    const lacksCopy = image.kind === 'file' && image.copy === undefined;
    if (lacksCopy || !isChanged(known, item)) item.was = { ...item.was, image: before };
  }
}

function applyPlace(known: TrackedItems, item: TrackedItem, step: PlaceStep): void {
  const { path: place, before, after } = step;
  if (before.kind === 'folder' && after.kind !== 'folder') known.clear(place, item);
  if (after.kind === 'absent') known.vanish(item);
  else known.show(item, { path: place, image: after });
}

function applyMove(known: TrackedItems, item: TrackedItem, { from, to, moved }: MoveStep): void {
  const inside = moved.kind === 'folder' ? known.below(from) : [];
  known.clear(to, item);
  known.show(item, { path: to, image: moved });
  for (const each of inside) {
    known.show(each, { ...each.now, path: path.join(to, path.relative(from, each.now.path)) });
  }
  // What the chat made itself has no other place to go back to.
  if (item.was.image.kind === 'absent') {
    known.setFormer(item, { ...known.spotOf(to), image: absent });
  }
}
