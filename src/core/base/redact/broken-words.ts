import { findSecrets } from './find-secrets';
import { behindBreak, minWrap, nextBreak } from './literals';
import type { SecretSpan } from './values/secret-span';
import { changesAsDrawn } from './values/secret-values';

/** A text without what breaks its words, and where its parts were. */
interface JoinedText {
  readonly text: string;
  /** The span in the text as it was: from the first character of the credential to the last. */
  readonly original: (span: SecretSpan) => SecretSpan;
  /** Places in the joined text where something was left out, in order. */
  readonly joints: readonly number[];
  /** The place in the text as it was, of the first character behind a joint. */
  readonly behindJoint: (joint: number) => number;
  /** The place in the text as it was, of the end of what is before a joint. */
  readonly beforeJoint: (joint: number) => number;
}

/** The text without escape sequences and without the line ends that a shell leaves out. */
function withoutBreaks(text: string): JoinedText | undefined {
  const cuts: number[] = [];
  for (let at = nextBreak(text, 0); at < text.length; at = nextBreak(text, at)) {
    const behind = behindBreak(text, at);
    if (behind > at) cuts.push(at, behind);
    at = Math.max(behind, at + 1);
  }
  return joinedAt(text, cuts);
}

const beforeWrap = /[\w+/=.~%:-]/;
const behindWrap = /[\w+/=.~%-]/;

/** Where a terminal may have put a line end into a word, and where the next line begins. */
function* wrapsOf(text: string): Iterable<readonly [from: number, to: number]> {
  for (let line = 0, end = text.indexOf('\n'); end !== -1;) {
    const next = text.indexOf('\n', end + 1);
    const index = text.charAt(end - 1) === '\r' ? end - 1 : end;
    const width = index - line;
    line = end + 1;
    const isWide = width >= minWrap && (next === -1 ? text.length : next) - line <= width;
    if (isWide && beforeWrap.test(text.charAt(index - 1)) && behindWrap.test(text.charAt(line))) {
      yield [index, line];
    }
    end = next;
  }
}

/** True if something may break a word of the text. */
export function mayBreakWords(text: string): boolean {
  return nextBreak(text, 0) < text.length || wrapsOf(text)[Symbol.iterator]().next().done !== true;
}

/** The cuts: where each begins and ends, in order. */
function joinedAt(text: string, cuts: readonly number[]): JoinedText | undefined {
  if (cuts.length === 0) return undefined;
  const parts: string[] = [];
  const joints: number[] = [];
  const removed: number[] = [];
  let from = 0;
  let length = 0;
  let gone = 0;
  for (let at = 0; at < cuts.length; at += 2) {
    const [index = 0, to = 0] = [cuts[at], cuts[at + 1]];
    parts.push(text.slice(from, index));
    length += index - from;
    from = to;
    gone += to - index;
    joints.push(length);
    removed.push(gone);
  }
  parts.push(text.slice(from));
  const back = (place: number, isEnd: boolean): number => {
    const before = countBefore(joints, place, isEnd);
    return place + (removed[before - 1] ?? 0);
  };
  return {
    text: parts.join(''),
    joints,
    behindJoint: (joint) => back(joint, false),
    beforeJoint: (joint) => back(joint, true),
    original: ({ kind, begin, from: first, to }) => ({
      kind,
      begin: back(begin, false),
      from: back(first, false),
      to: back(to, true),
    }),
  };
}

/** How many joints are before a place; the one at it is not before the end of a span. */
function countBefore(joints: readonly number[], place: number, isEnd: boolean): number {
  let low = 0;
  let high = joints.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const joint = joints[middle] ?? 0;
    if (joint < place || (joint === place && !isEnd)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Joints at which a credential ends, or begins, that the text shows without joining. */
interface KnownJoints {
  readonly ends: ReadonlySet<number>;
  readonly begins: ReadonlySet<number>;
}

/**
 * The part of a span that a terminal broke. It goes on over a joint if it would be no credential
 * without what follows, or if that looks drawn. Undefined if the span has no joint.
 */
function wrappedSpan(
  { text, joints }: JoinedText,
  span: SecretSpan,
  { ends, begins }: KnownJoints,
): SecretSpan | undefined {
  const inside = joints.slice(
    countBefore(joints, span.from, false),
    countBefore(joints, span.to, true),
  );
  const [first] = inside;
  if (first === undefined) return undefined;
  const isPart = !ends.has(first);
  const stop = inside.find((joint, index) => {
    const part = text.slice(joint, inside[index + 1] ?? span.to);
    const isFree = isPart && (index === 0 || part.length < 4);
    return begins.has(joint) || !(isFree || mayContinue(part));
  });
  if (stop === undefined) return span;
  return stop === first ? undefined : { ...span, to: stop };
}

function mayContinue(part: string): boolean {
  if (changesAsDrawn(part)) return true;
  return /^[0-9a-f]{8,}$/.test(part) && /\d/.test(part) && /[a-f]/.test(part);
}

/**
 * The credentials of a text, in order, also those that escape sequences, a backslash at the end of
 * a line or the width of a terminal break up.
 */
export function allSecrets(text: string): readonly SecretSpan[] {
  const plain = findSecrets(text);
  const unbroken = withoutBreaks(text);
  const joined = unbroken === undefined ? [] : findSecrets(unbroken.text).map(unbroken.original);
  const spans = joined.length === 0 ? plain : merged([...plain, ...joined]);
  const unwrapped = joinedAt(text, [...wrapsOf(text)].flat());
  if (unwrapped === undefined) return spans;
  const { joints, behindJoint, beforeJoint } = unwrapped;
  const starts = new Set(spans.map(({ begin }) => begin));
  const stops = new Set(spans.map(({ to }) => to));
  const known = {
    begins: new Set(joints.filter((at) => starts.has(behindJoint(at)))),
    ends: new Set(joints.filter((at) => stops.has(beforeJoint(at)))),
  };
  const wrapped = findSecrets(unwrapped.text).flatMap((span) => {
    const whole = wrappedSpan(unwrapped, span, known);
    return whole === undefined ? [] : [unwrapped.original(whole)];
  });
  return wrapped.length === 0 ? spans : merged([...spans, ...wrapped]);
}

/** Spans that overlap become one, of the kind of the first. */
function merged(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = spans.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const result: SecretSpan[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (last === undefined || span.from >= last.to) result.push(span);
    else if (span.to > last.to) result[result.length - 1] = { ...last, to: span.to };
  }
  return result;
}
