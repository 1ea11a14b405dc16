import { isSamePathState } from '../../files/path-state';
import path from 'node:path';
import {
  absent,
  type FileImage,
  type FileStep,
  isSameImage,
  type MoveStep,
  type PlaceStep,
} from './file-steps';
import { isLive, isPresent, TrackedItems, type CallStep, type TrackedItem } from './tracked-items';

/**
 * The combined changes of a chat, in order. Each item is known by its former and its current
 * location. Items in a moved folder move with it, so that earlier steps still apply. Does not
 * access the disk.
 */
export class PathHistory {
  private readonly known = new TrackedItems();
  private readonly all = new Set<TrackedItem>();
  private readonly owners = new Map<string, TrackedItem>();

  get items(): ReadonlySet<TrackedItem> {
    return this.all;
  }

  /** Applies the step of a call. */
  apply(by: CallStep): void {
    const item = this.applyStep(by.step, by.id, by);
    item.steps = [...item.steps, by];
    this.owners.set(by.id, item);
  }

  /** Applies the step of an undo to the item of the call step with this id. */
  applyUndo(step: FileStep, of: string): void {
    this.applyStep(step, of);
  }

  /** Makes the current state the former state. */
  accept(item: TrackedItem): void {
    const { parent, name } = isPresent(item) ? this.known.spotOf(item.now.path) : item.was;
    this.known.setFormer(item, { parent, name, image: item.now.image });
  }

  /** The item of a step. */
  owner(stepId: string): TrackedItem | undefined {
    return this.owners.get(stepId);
  }

  /** The item known to be at a path now. */
  at(place: string): TrackedItem | undefined {
    return this.known.at(place);
  }

  /** The item at a path, or the one that was there and is gone. */
  find(place: string): TrackedItem | undefined {
    const { known } = this;
    return known.at(place) ?? known.goneFrom(known.spotOf(place));
  }

  /** All items known to be below a path now. */
  below(place: string): readonly TrackedItem[] {
    return this.known.below(place);
  }

  isMoved(item: TrackedItem): boolean {
    return isMoved(this.known, item);
  }

  /** False for an item whose location and state are restored. */
  isChanged(item: TrackedItem): boolean {
    return isChanged(this.known, item);
  }

  private applyStep(step: FileStep, of: string, by?: CallStep): TrackedItem {
    const { known } = this;
    const [place, before] =
      step.kind === 'place' ? [step.path, step.before] : [step.from, step.moved];
    const item = this.subject(place, before, of);
    if (by !== undefined) renewBaseline(known, item, { place, before, by });
    if (step.kind === 'place') applyPlace(known, item, step);
    else applyMove(known, item, step);
    return item;
  }

  /** The item that a step at a path changes. */
  private subject(place: string, before: FileImage, of: string): TrackedItem {
    const found = this.owners.get(of) ?? this.find(place);
    if (found !== undefined) return found;
    const was = { ...this.known.spotOf(place), image: before };
    const now = { path: place, image: before };
    const item: TrackedItem = { id: of, was, now, steps: [] };
    this.all.add(item);
    this.known.add(item);
    return item;
  }
}

function isMoved(known: TrackedItems, { was, now }: TrackedItem): boolean {
  if (now.image.kind === 'absent' || was.image.kind === 'absent') return false;
  const { parent, name } = known.spotOf(now.path);
  return parent !== was.parent || name !== was.name;
}

function isChanged(known: TrackedItems, item: TrackedItem): boolean {
  return !isSameImage(item.was.image, item.now.image) || isMoved(known, item);
}

/**
 * If nothing is left to undo, the path starts again; otherwise the copy of identical content is
 * used.
 */
function renewBaseline(
  known: TrackedItems,
  item: TrackedItem,
  { place, before, by }: { place: string; before: FileImage; by: CallStep },
): void {
  const { image } = item.was;
  if (!item.steps.some(isLive)) {
    item.id = by.id;
    item.steps = [];
    known.setFormer(item, { ...known.spotOf(place), image: before });
  } else if (isSamePathState(image, before)) {
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
  // An item created by the chat has no former location.
  if (item.was.image.kind === 'absent') {
    known.setFormer(item, { ...known.spotOf(to), image: absent });
  }
}
