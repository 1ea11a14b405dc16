import path from 'node:path';
import { isSamePathState } from '../../files/path-state';
import {
  absent,
  foundBy,
  isBelow,
  isSameImage,
  type FileImage,
  type FileStep,
  type MoveStep,
  type PlaceStep,
} from './file-steps';
import {
  isLive,
  isPresent,
  type CallStep,
  type TrackedItem,
  type TrackedLocation,
} from './tracked-items';

/**
 * The combined changes of a chat, in order. Each item is known by its former and its current
 * location. Items in a moved folder move with it, so that earlier steps still apply. Does not
 * access the disk.
 */
export class PathHistory {
  readonly items = new Set<TrackedItem>();
  private readonly owners = new Map<string, TrackedItem>();
  private readonly present = new Map<string, TrackedItem>();
  private readonly gone = new GoneItems();

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
    const { parent, name } = isPresent(item) ? this.spotOf(item.now.path) : item.was;
    this.setFormer(item, { parent, name, image: item.now.image });
  }

  /** The item of a step. */
  owner(stepId: string): TrackedItem | undefined {
    return this.owners.get(stepId);
  }

  /** The item known to be at a path now. */
  at(place: string): TrackedItem | undefined {
    return this.present.get(place);
  }

  /** The item at a path, or the one that was there and is gone. */
  find(place: string): TrackedItem | undefined {
    return this.at(place) ?? this.gone.get(this.spotOf(place));
  }

  /** All items known to be below a path now. */
  below(place: string): readonly TrackedItem[] {
    return [...this.present.values()].filter((item) => isBelow(place, item.now.path));
  }

  isMoved({ was, now }: TrackedItem): boolean {
    if (now.image.kind === 'absent' || was.image.kind === 'absent') return false;
    const { parent, name } = this.spotOf(now.path);
    return parent !== was.parent || name !== was.name;
  }

  /** False for an item whose location and state are restored. */
  isChanged(item: TrackedItem): boolean {
    return !isSameImage(item.was.image, item.now.image) || this.isMoved(item);
  }

  private applyStep(step: FileStep, of: string, by?: CallStep): TrackedItem {
    const place = step.kind === 'place' ? step.path : step.from;
    const before = foundBy(step);
    const item = this.owners.get(of) ?? this.find(place) ?? this.track(place, before, of);
    if (by !== undefined) this.renewBaseline(item, by, { place, before });
    if (step.kind === 'place') this.applyPlace(item, step);
    else this.applyMove(item, step);
    return item;
  }

  private applyPlace(item: TrackedItem, { path: place, before, after }: PlaceStep): void {
    if (before.kind === 'folder' && after.kind !== 'folder') this.clear(place, item);
    if (after.kind === 'absent') this.vanish(item);
    else this.show(item, { path: place, image: after });
  }

  private applyMove(item: TrackedItem, { from, to, moved }: MoveStep): void {
    const inside = moved.kind === 'folder' ? this.below(from) : [];
    this.clear(to, item);
    this.show(item, { path: to, image: moved });
    for (const each of inside) {
      this.show(each, { ...each.now, path: path.join(to, path.relative(from, each.now.path)) });
    }
    // An item created by the chat has no former location.
    if (item.was.image.kind === 'absent') {
      this.setFormer(item, { ...this.spotOf(to), image: absent });
    }
  }

  private track(place: string, image: FileImage, id: string): TrackedItem {
    const was = { ...this.spotOf(place), image };
    const item: TrackedItem = { id, was, now: { path: place, image }, steps: [] };
    this.items.add(item);
    if (isPresent(item)) this.show(item, item.now);
    return item;
  }

  /**
   * If nothing is left to undo, the path starts again; otherwise the copy of identical content is
   * used.
   */
  private renewBaseline(
    item: TrackedItem,
    by: CallStep,
    { place, before }: { readonly place: string; readonly before: FileImage },
  ): void {
    const { image } = item.was;
    if (!item.steps.some(isLive)) {
      item.id = by.id;
      item.steps = [];
      this.setFormer(item, { ...this.spotOf(place), image: before });
    } else if (isSamePathState(image, before)) {
      const lacksCopy = image.kind === 'file' && image.copy === undefined;
      if (lacksCopy || !this.isChanged(item)) item.was = { ...item.was, image: before };
    }
  }

  /** Relative to the nearest tracked folder. */
  private spotOf(place: string): TrackedLocation {
    for (let at = path.dirname(place); at !== path.dirname(at); at = path.dirname(at)) {
      const parent = this.present.get(at);
      if (parent !== undefined) return { parent, name: place.slice(at.length + 1) };
    }
    return { parent: undefined, name: place };
  }

  /** Moves an item or brings back a removed one; an item that is there counts as removed. */
  private show(item: TrackedItem, now: TrackedItem['now']): void {
    this.hide(item);
    this.gone.delete(item);
    const occupant = this.present.get(now.path);
    if (occupant !== undefined) this.vanish(occupant);
    item.now = now;
    this.present.set(now.path, item);
    if (now.image.kind === 'folder') this.adopt(item);
  }

  private vanish(item: TrackedItem): void {
    this.hide(item);
    item.now = { path: item.now.path, image: absent };
    this.gone.add(item);
  }

  /** Marks known items at and below a path as gone, except the given item. */
  private clear(place: string, except: TrackedItem): void {
    for (const item of [this.present.get(place), ...this.below(place)]) {
      if (item !== undefined && item !== except) this.vanish(item);
    }
  }

  /** Sets the former state of an item, whether it exists or not. */
  private setFormer(item: TrackedItem, was: TrackedItem['was']): void {
    const wasGone = this.gone.delete(item);
    item.was = was;
    if (wasGone) this.gone.add(item);
  }

  private hide(item: TrackedItem): void {
    if (this.present.get(item.now.path) === item) this.present.delete(item.now.path);
  }

  /** Items below the folder that were tracked before it become its children. */
  private adopt(folder: TrackedItem): void {
    const { parent, name } = folder.was;
    for (const item of this.items) {
      if (item.was.parent !== parent || !isBelow(name, item.was.name)) continue;
      const inFolder = item.was.name.slice(name.length + 1);
      this.setFormer(item, { parent: folder, name: inFolder, image: item.was.image });
    }
  }
}

/** Removed items by former location. */
class GoneItems {
  private readonly byParent = new Map<TrackedItem | undefined, Map<string, TrackedItem>>();

  get({ parent, name }: TrackedLocation): TrackedItem | undefined {
    return this.byParent.get(parent)?.get(name);
  }

  /** The item from before the chat takes precedence over items created and removed in its place. */
  add(item: TrackedItem): void {
    const names = this.byParent.get(item.was.parent) ?? new Map<string, TrackedItem>();
    this.byParent.set(item.was.parent, names);
    const other = names.get(item.was.name);
    const isSecond = other !== undefined && other.was.image.kind !== 'absent';
    if (!isSecond || item.was.image.kind !== 'absent') names.set(item.was.name, item);
  }

  /** Returns true if the item was among them. */
  delete(item: TrackedItem): boolean {
    const names = this.byParent.get(item.was.parent);
    return names?.get(item.was.name) === item && names.delete(item.was.name);
  }
}
