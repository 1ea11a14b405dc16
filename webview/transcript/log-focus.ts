import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusOn } from '../base/focus';
import { stepTo } from '../base/list-keys';

interface Log {
  readonly current: HTMLElement | null;
}

/**
 * Makes the transcript one stop of the Tab key: arrows move between entries, Enter or Right leads
 * to what an entry offers, Tab goes on from there, and Escape leads back. An entry needs no
 * attributes for it, so that a long chat costs nothing.
 */
export function useLogFocus(log: Log) {
  const stop = useRef<Stop | undefined>(undefined);

  const enter = () => {
    if (log.current) focusEntry(stopOf(log.current, stop.current));
  };
  const onFocusCapture = ({ target, currentTarget }: TargetedFocusEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement)) return;
    if (target === currentTarget) enter();
    const entry = entryOf(currentTarget, target);
    // Known only now: a key makes each focus visible.
    const isClicked = !target.matches(':focus-visible');
    if (entry) stop.current = { entry, isClicked, last: currentTarget.lastElementChild };
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const { target, currentTarget } = event;
    if (event.defaultPrevented || event.isComposing || !(target instanceof HTMLElement)) return;
    const entry = entryOf(currentTarget, target);
    // After a click, arrows scroll and Escape stops the turn, as everywhere in the panel.
    if (!entry || (stop.current?.isClicked === true && event.key !== 'Tab')) return;
    if (act(event, { log: currentTarget, entry, held: target })) event.preventDefault();
  };
  useLayoutEffect(() => {
    // Tab from outside would go to what is in an entry.
    const onTab = (event: KeyboardEvent) => {
      const { target, key, shiftKey, defaultPrevented } = event;
      if (key !== 'Tab' || defaultPrevented || !(target instanceof HTMLElement)) return;
      if (log.current === null || log.current.contains(target)) return;
      if (!log.current.contains(nextStop(document.body, target, shiftKey ? -1 : 1) ?? null)) return;
      event.preventDefault();
      enter();
    };
    document.addEventListener('keydown', onTab);
    return () => document.removeEventListener('keydown', onTab);
  }, []);
  return { onFocusCapture, onKeyDown };
}

/** The entry that had the focus, while no other has come after it. */
interface Stop {
  readonly entry: HTMLElement;
  /** The focus came there by a click. */
  readonly isClicked: boolean;
  readonly last: Element | null;
}

interface Place {
  readonly log: HTMLElement;
  readonly entry: HTMLElement;
  readonly held: HTMLElement;
}

/** A pending approval, else where the user was, else the end. */
function stopOf(log: HTMLElement, stop: Stop | undefined): Element | null {
  const isLatest = stop?.entry.isConnected === true && stop.last === log.lastElementChild;
  const asking = log.querySelector(approval)?.closest(anEntry);
  return asking ?? (isLatest ? stop.entry : log.lastElementChild);
}

const approval = '.approval';
const anEntry = '.entry';

/** Focuses an entry; one that asks, on its question: keys answer from there. */
function focusEntry(entry: Element | null | undefined): void {
  const head = entry?.querySelector(approval) ?? entry;
  if (head instanceof HTMLElement) focusOn(head);
}

function entryOf(log: HTMLElement, element: Element): HTMLElement | undefined {
  const entry = element.closest<HTMLElement>(anEntry);
  return entry && log.contains(entry) ? entry : undefined;
}

/** True when the key did something. */
function act(event: KeyboardEvent, place: Place): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return false;
  if (key === 'Tab') return tab(place, shiftKey ? -1 : 1);
  if (shiftKey) return false;
  return isHead(place) ? actOnEntry(key, place) : actInside(key, place);
}

/** True on the entry itself, and on the question of one that asks. */
function isHead({ entry, held }: Place): boolean {
  return held === entry || held.matches(approval);
}

function actOnEntry(key: string, { log, entry, held }: Place): boolean {
  // A stray Enter must not come near an answer.
  const leadsInside = key === 'ArrowRight' || (key === 'Enter' && held === entry);
  if (leadsInside) return focus(nextStop(entry, held, 1));
  const entries = [...log.children];
  const to = stepTo(key, entries.indexOf(entry), entries.length - 1);
  if (to === undefined) return false;
  focusEntry(entries[to]);
  return true;
}

/** What scrolls or takes text keeps its arrows. */
function actInside(key: string, { entry, held }: Place): boolean {
  if (key === 'Escape') {
    focusEntry(entry);
    return true;
  }
  if (!held.matches('button, summary')) return false;
  if (key === 'ArrowRight') return focus(nextStop(entry, held, 1));
  if (key !== 'ArrowLeft') return false;
  const before = nextStop(entry, held, -1);
  if (before) before.focus();
  else focusEntry(entry);
  return true;
}

function focus(element: HTMLElement | undefined): boolean {
  element?.focus();
  return element !== undefined;
}

/** Inside an entry Tab leads through what it offers; from the entry itself, out of the log. */
function tab({ log, entry, held }: Place, way: 1 | -1): boolean {
  const inside = held === entry ? undefined : nextStop(entry, held, way);
  return focus(inside ?? nextStop(document.body, held, way, log));
}

const stops = 'button:enabled, a[href], input:enabled, textarea, select, summary, [tabindex]';

/** The next Tab stop inside `root` after or before `held`, outside of `except`. */
function nextStop(
  root: HTMLElement,
  held: HTMLElement,
  way: 1 | -1,
  except?: HTMLElement,
): HTMLElement | undefined {
  const wanted = way === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const all = [...root.querySelectorAll<HTMLElement>(stops)].filter(
    (each) => (held.compareDocumentPosition(each) & wanted) !== 0 && !except?.contains(each),
  );
  if (way === -1) all.reverse();
  return all.find((each) => !each.contains(held) && isStop(each));
}

function isStop(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.closest('[inert]') || !element.checkVisibility()) {
    return false;
  }
  return !isBox(element) || scrolls(element);
}

/** A box that is focusable only to be scrolled. */
function isBox(element: HTMLElement): boolean {
  return element.hasAttribute('tabindex') && element.matches('pre, [role="group"]');
}

function scrolls({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
