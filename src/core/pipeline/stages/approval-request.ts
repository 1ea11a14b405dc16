import type { OutputFields } from '../../contracts/tools/bound-tool';
import { realOrGiven, type CallPaths, type ResolvedPath } from '../../contracts/calls/call-paths';
import type { ApprovalMeta, OfferedRule } from '../../contracts/chats/acp';
import type { ShellAnalysis, JudgedPart } from '../../contracts/calls/shell-analysis';
import type { GateTrace } from '../../contracts/calls/decision';
import type { ApprovalRequest } from '../../ports/runner';
import type { Preview } from './preview';
import type { ValidCall } from '../call/brands';
import type { AnswerToClear } from '../call/call-facts';
import { redactText } from '../../base/redact/redact';
import { dense } from '../../contracts/schema-parts';
import { maxTracedParts } from './gates';

/** Information the user needs to decide. */
export interface ApprovalContext {
  readonly call: ValidCall;
  readonly answer: AnswerToClear;
  readonly paths: CallPaths;
  readonly reading: ShellAnalysis | undefined;
  /** Redacted, as the user sees them. */
  readonly args: OutputFields;
  /** What it would change; undefined for a tool that plans no changes. */
  readonly preview?: Preview | undefined;
  /** True when the user was shown another state of the files before. */
  readonly isNews?: boolean;
}

/** The question to the user: exact command, canonical paths, reasons, and the rules on offer. */
export function approvalRequest(ground: ApprovalContext): ApprovalRequest {
  const { raw, context } = ground.call.bound;
  return {
    call: raw,
    sessionId: context.sessionId,
    title: ground.call.prepared.label,
    kind: ground.call.bound.tool.kind,
    diffs: ground.preview?.diffs ?? [],
    details: approvalDetails(ground),
  };
}

function approvalDetails(ground: ApprovalContext): ApprovalMeta {
  const { call, answer, paths, reading, args } = ground;
  const argsJson = JSON.stringify(args, null, 2);
  const { tool } = call.bound;
  const asks = answer.trace.filter((line) => line.verdict === 'ask');
  // A grant does not answer what another gate, a workspace rule or a pasted call asks.
  const isTyped = call.bound.raw.origin === 'user';
  const isForRules =
    !isTyped &&
    asks.every(({ slot, rule }) => slot === 'permission-rules' && rule?.source !== 'workspace');
  const { command } = call.prepared.subject;
  const { deletes, writes } = changedPaths(ground);
  const parts = answer.trace.find((line) => line.parts !== undefined)?.parts;
  return {
    tool: tool.name,
    reads: paths.reads.map(realOrGiven),
    writes: [...writes, ...writtenByCommand(reading, paths)],
    deletes,
    argsJson,
    reasons: [
      ...(isTyped ? [notKeyed] : []),
      ...asks.map((line) => line.reason),
      ...(command === undefined ? hiddenNotice(call.bound.args, argsJson) : []),
    ],
    alwaysOffers: isForRules ? alwaysOffers(tool, parts, paths) : [],
    ...(command === undefined ? {} : { command }),
    ...previewDetails(ground),
    ...((deletes.length > 0 || isHazardous(asks, parts)) && { isRisky: true }),
    ...(parts === undefined ? {} : { parts }),
    ...(paths.cwd === undefined ? {} : { cwd: realOrGiven(paths.cwd) }),
  };
}

/** What is moved is not gone. */
function changedPaths({ call, paths }: ApprovalContext): Pick<ApprovalMeta, 'deletes' | 'writes'> {
  const { takes } = call.prepared.subject;
  const isDeletion = takes !== undefined && takes.to === undefined;
  const writes = isDeletion ? paths.writes : [...paths.removes, ...paths.writes];
  return {
    deletes: isDeletion ? paths.removes.map(realOrGiven) : [],
    writes: [...new Set(writes.map(realOrGiven))],
  };
}

function previewDetails({ call, preview, isNews }: ApprovalContext): Partial<ApprovalMeta> {
  return dense({
    verb: call.bound.tool.verb,
    notes: preview?.notes,
    isPlanned: preview?.basis === undefined ? undefined : true,
    isNews: isNews === true ? true : undefined,
  });
}

/** Something else than rules and trust asks, or an option can do more than it says. */
function isHazardous(
  asks: readonly GateTrace[],
  parts: readonly JudgedPart[] | undefined,
): boolean {
  const isGuarded = asks.some(({ slot }) => slot !== 'permission-rules' && slot !== 'trust');
  return isGuarded || parts?.some(({ hazards }) => hazards.length > 0) === true;
}

const notKeyed = 'not all of it was keyed in as one plain line, so it is shown before it runs';

/** The files that a command certainly writes, if their location is known. */
function writtenByCommand(
  reading: ShellAnalysis | undefined,
  { named }: CallPaths,
): readonly string[] {
  const written = (reading?.parts ?? [])
    .flatMap(({ paths }) => paths)
    .filter(({ access, certain }) => access === 'write' && certain);
  const places = written.flatMap(({ given }) => {
    const place = named.find((path) => path.given === given)?.resolved;
    return place?.ok === true ? [place.value.real] : [];
  });
  return [...new Set(places)];
}

/** A mark may replace a whole script, so the length of the hidden arguments is shown. */
function hiddenNotice(args: OutputFields, shownJson: string): readonly string[] {
  const whole = JSON.stringify(args, null, 2);
  if (whole === shownJson) return [];
  const shown = shownJson.replace(/\[REDACTED:[^\]]*\]/g, '').length;
  const hidden = String(Math.max(1, whole.length - shown));
  return [`${hidden} characters of the arguments look like credentials and are not shown`];
}

/** Users will not read more rules before saving them together. */
const maxRules = 6;

/**
 * Rules "Always allow" may save, narrowest first; each offer is a set of rules that together would
 * have allowed this call. For a command, one rule for each sub-command that lacks one: its exact
 * words, then program and verb. For files, the exact path, then its folder. None for anything else,
 * and none that would store a credential.
 */
export function alwaysOffers(
  tool: { readonly name: string },
  parts: readonly JudgedPart[] | undefined,
  paths: CallPaths,
): readonly (readonly OfferedRule[])[] {
  const offers = parts === undefined ? pathOffers(paths) : commandOffers(parts);
  return offers
    .filter((patterns) => patterns.every((text) => redactText(text).kinds.length === 0))
    .map((patterns) => patterns.map((pattern) => ({ tool: tool.name, pattern })));
}

function commandOffers(parts: readonly JudgedPart[]): readonly (readonly string[])[] {
  const asking = parts.filter(({ verdict }) => verdict === 'ask');
  const exact = asking.flatMap(({ allowable = [] }) => allowable.slice(0, 1));
  // The trace has no more parts.
  const isWhole = parts.length < maxTracedParts && exact.length === asking.length;
  const narrow = [...new Set(exact)];
  if (!isWhole || narrow.length === 0 || narrow.length > maxRules) return [];
  const wide = [...new Set(asking.flatMap(({ allowable = [] }) => allowable.slice(-1)))];
  return narrow.join('\n') === wide.join('\n') ? [narrow] : [narrow, wide];
}

function pathOffers({ reads, writes, removes }: CallPaths): readonly (readonly string[])[] {
  const places = new Map<string, ResolvedPath>();
  for (const { resolved: place } of [...reads, ...writes, ...removes]) {
    if (!place.ok) return [];
    places.set(place.value.real, place.value);
  }
  const [only, ...others] = places.values();
  if (only === undefined || others.length > 0) return [];
  const path = withSlashes(only.real);
  // A path that reads as a pattern would match other files too.
  if (/[*?[\]{}!\\]/.test(path)) return [];
  return only.real === only.root
    ? [[path]]
    : [[path], [`${path.slice(0, path.lastIndexOf('/'))}/*`]];
}

/** Rules accept either separator; on other systems a backslash is part of the name. */
function withSlashes(path: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(path) ? path.replaceAll('\\', '/') : path;
}
