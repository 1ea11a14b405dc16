import type { OutputFields } from '../../contracts/tools/bound-tool';
import { realOrGiven, type CallPaths, type ResolvedPath } from '../../contracts/calls/call-paths';
import type { ApprovalMeta, LeftToAsk } from '../../contracts/chats/acp';
import type { WebAddress } from '../../contracts/calls/web-address';
import type { GateTrace } from '../../contracts/calls/decision';
import type { GateCall } from '../../contracts/policy/define-gate';
import type { ShellAnalysis, JudgedPart, RuleObstacle } from '../../contracts/calls/shell-analysis';
import { permissionLevelReason, type PermissionLevel } from '../../contracts/permission-level';
import type { ApprovalRequest } from '../../ports/runner';
import type { Preview } from './preview';
import type { ValidCall } from '../call/brands';
import type { AnswerToClear } from '../call/call-facts';
import { listed, say, type Sentence } from '../../base/sentence';
import { programWord } from '../../base/command-text';
import { pathBaseName } from '../../base/paths';
import { redactText } from '../../base/redact/redact';
import { dense } from '../../contracts/schema-parts';
import { maxTracedParts } from './gates';

/** Information the user needs to decide. */
export interface ApprovalContext {
  readonly call: ValidCall;
  readonly answer: AnswerToClear;
  readonly paths: CallPaths;
  readonly reading: ShellAnalysis | undefined;
  /** What it asks, and where the chat met it. */
  readonly addresses: readonly WebAddress[] | undefined;
  /** Of exactly this call. */
  readonly digest: GateCall['digest'];
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
  const { label, subject } = ground.call.prepared;
  return {
    call: raw,
    sessionId: context.sessionId,
    // A command is shown exactly as it would run, in its notification too.
    title: subject.command === undefined ? redactText(label).text : label,
    kind: ground.call.bound.tool.kind,
    diffs: ground.preview?.diffs ?? [],
    ...dense({ basis: ground.preview?.basis }),
    details: approvalDetails(ground),
  };
}

function approvalDetails(ground: ApprovalContext): ApprovalMeta {
  const { call, answer, paths, reading, args, addresses } = ground;
  const argsJson = JSON.stringify(args, null, 2);
  const { tool } = call.bound;
  const asks = answer.trace.filter((line) => line.verdict === 'ask');
  // A grant does not answer what another gate, a workspace rule or a pasted call asks.
  const isTyped = call.bound.raw.origin === 'user';
  const isForRules = !isTyped && !asks.some(isNotForRules);
  const { permissionLevel } = call.bound.policy;
  const { command } = call.prepared.subject;
  const { deletes, writes } = changedPaths(ground);
  const parts = answer.trace.find((line) => line.parts !== undefined)?.parts;
  const hidden = command === undefined ? hiddenNotice(call.bound.args, argsJson) : [];
  const isRisky = isHazardous(deletes, asks, parts);
  const isRoutine = [
    isForRules,
    hidden.length === 0,
    !isRisky,
    addresses?.some(({ mayCarryData }) => mayCarryData === true) !== true,
    isRoutineGround(ground, parts),
  ].every(Boolean);
  return {
    tool: tool.name,
    reads: paths.reads.map(realOrGiven),
    writes: [...writes, ...writtenByCommand(reading, paths)],
    deletes,
    argsJson,
    reasons: [...(isTyped ? [notKeyed] : []), ...asks.map((line) => line.reason), ...hidden],
    isRoutine,
    ...(isRoutine && exactChange(ground, writes)),
    ...(isForRules
      ? offersAt(permissionLevel, { tool, parts, paths, urls: call.prepared.subject.urls })
      : noRule(isTyped, asks)),
    ...(command === undefined ? {} : { command }),
    ...previewDetails(ground),
    ...dense({ web: addresses }),
    ...(isRisky && { isRisky }),
    ...(parts === undefined ? {} : { parts }),
    ...(paths.cwd === undefined ? {} : { cwd: realOrGiven(paths.cwd) }),
  };
}

/** The digest of a routine change of files, unless it would ask again (decision exact-change). */
function exactChange(
  { call, digest }: ApprovalContext,
  writes: readonly string[],
): Pick<ApprovalMeta, 'exactChange'> {
  const isOffered =
    call.prepared.subject.command === undefined && call.bound.policy.permissionLevel !== 'ask';
  return isOffered && writes.length > 0 ? { exactChange: digest() } : {};
}

/** What is moved is not gone. */
function changedPaths({ call, paths }: ApprovalContext): Pick<ApprovalMeta, 'deletes' | 'writes'> {
  const { takes } = call.prepared.subject;
  const isGone = takes !== undefined && takes.to === undefined;
  const writes = isGone ? paths.writes : [...paths.removes, ...paths.writes];
  return {
    deletes: isGone ? paths.removes.map(realOrGiven) : [],
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

/** It deletes, something else than rules and trust asks, or an option can do more than it says. */
function isHazardous(
  deletes: readonly string[],
  asks: readonly GateTrace[],
  parts: readonly JudgedPart[] | undefined,
): boolean {
  const isGuarded = asks.some(({ slot }) => slot !== 'permission-rules' && slot !== 'trust');
  const hasHazard = parts?.some(({ hazards }) => hazards.length > 0) === true;
  return deletes.length > 0 || isGuarded || hasHazard;
}

const deletingPrograms: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink', 'shred']);

function isDeletion({ removes }: CallPaths, parts: readonly JudgedPart[] = []): boolean {
  return (
    removes.some(({ resolved: place }) => !place.ok || place.value.exists) ||
    parts.some(({ text }) => deletingPrograms.has(pathBaseName(programWord(text)).toLowerCase()))
  );
}

const riskyObstacles: ReadonlySet<string | undefined> = new Set<RuleObstacle>([
  'hazard',
  'path',
  'whole-command',
]);

/** A change that could not be worked out is not routine: the user sees no diff. */
function isRoutineGround(
  { paths, preview }: ApprovalContext,
  parts: readonly JudgedPart[] | undefined,
): boolean {
  const isSeen = preview === undefined || preview.basis !== undefined;
  const hasRiskyPart = parts?.some(({ obstacle }) => riskyObstacles.has(obstacle)) === true;
  return isSeen && !isDeletion(paths, parts) && !hasRiskyPart;
}

/** At _Ask for everything_ the call would ask again, whatever rule is stored. */
function offersAt(level: PermissionLevel, { tool, ...ground }: OfferGround): AlwaysOffers {
  return level === 'ask'
    ? { alwaysOffers: [], alwaysLeft: [{ code: 'other', reason: permissionLevelReason(level) }] }
    : alwaysOffers(tool, ground);
}

interface OfferGround extends RuledParts {
  readonly tool: { readonly name: string };
}

/** What rules judge of a call. */
interface RuledParts {
  readonly parts: readonly JudgedPart[] | undefined;
  readonly paths: CallPaths;
  readonly urls?: readonly string[] | undefined;
}

/** Something else than the user's rules asks, which no rule of theirs answers. */
function noRule(isTyped: boolean, asks: readonly GateTrace[]): AlwaysOffers {
  const other = asks.find(isNotForRules);
  if (isTyped || other === undefined) return { alwaysOffers: [], alwaysLeft: [] };
  const { liftedBy: code = 'other', reason } = other;
  return { alwaysOffers: [], alwaysLeft: [{ code, reason }] };
}

function isNotForRules({ slot, rule }: GateTrace): boolean {
  return slot !== 'permission-rules' || rule?.source === 'workspace';
}

const notKeyed = say`not all of it was keyed in as one plain line, so it is shown before it runs`;

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
function hiddenNotice(args: OutputFields, shownJson: string): readonly Sentence[] {
  const whole = JSON.stringify(args, null, 2);
  if (whole === shownJson) return [];
  const shown = shownJson.replace(/\[REDACTED:[^\]]*\]/g, '').length;
  const hidden = Math.max(1, whole.length - shown);
  return [say`${hidden} characters of the arguments look like credentials and are not shown`];
}

/** Users will not read more rules before saving them together. */
const maxRules = 6;

/** What "Always allow" can do for a call. */
export type AlwaysOffers = Pick<ApprovalMeta, 'alwaysOffers' | 'alwaysLeft'>;

/**
 * Rules "Always allow" may save, narrowest first, and what asks again although they are saved; with
 * nothing left, each offer is a set of rules that together would have allowed this call. For a
 * command, one rule for each sub-command that lacks one and can have one: its exact words, then
 * program and verb. For files, the exact path, then its folder. For a web address, its exact host.
 * None for anything else, and none that would store a credential.
 */
export function alwaysOffers(
  tool: { readonly name: string },
  { parts, paths, urls = [] }: RuledParts,
): AlwaysOffers {
  const { patterns, left } =
    parts !== undefined
      ? commandOffers(parts)
      : urls.length > 0
        ? hostOffers(urls)
        : pathOffers(paths);
  return {
    alwaysOffers: patterns.map((each) => each.map((pattern) => ({ tool: tool.name, pattern }))),
    alwaysLeft: left,
  };
}

interface Offer {
  /** Sets of rules, narrowest first. */
  readonly patterns: readonly (readonly string[])[];
  readonly left: readonly LeftToAsk[];
}

function noOffer(code: LeftToAsk['code']): Offer {
  return { patterns: [], left: [{ code }] };
}

function commandOffers(parts: readonly JudgedPart[]): Offer {
  // The trace has no more parts.
  if (parts.length >= maxTracedParts) return noOffer('too-many');
  const asking = parts.filter(({ verdict }) => verdict === 'ask');
  const exact = asking.flatMap(({ allowable = [] }) => allowable.slice(0, 1));
  const narrow = [...new Set(exact)];
  if (narrow.length > maxRules) return noOffer('too-many');
  const left = asking.filter(({ allowable }) => allowable === undefined).map(leftToAsk);
  if (narrow.length === 0) return { patterns: [], left };
  const wide = [...new Set(asking.flatMap(({ allowable = [] }) => allowable.slice(-1)))];
  const isSame = narrow.join('\n') === wide.join('\n');
  return { patterns: isSame ? [narrow] : [narrow, wide], left };
}

function leftToAsk({ text, obstacle = 'whole-command', hazards, reason }: JudgedPart): LeftToAsk {
  const [first, ...others] = hazards;
  if (obstacle === 'hazard' && first !== undefined) {
    return { code: obstacle, text, reason: listed([first, ...others]) };
  }
  const hasReason = obstacle === 'path' || obstacle === 'rule';
  return { code: obstacle, text, ...(hasReason && { reason }) };
}

/** A rule for any page of the host, and of no other. */
function hostOffers(urls: readonly string[]): Offer {
  const hosts = urls.map((url) => (URL.canParse(url) ? new URL(url).host : ''));
  const [host = '', ...others] = new Set(hosts.map((each) => each.replace(/\.(?=:|$)/, '')));
  if (host === '' || others.length > 0) return noOffer('no-rule-for-it');
  const pattern = `https://${host}/*`;
  if (redactText(pattern).kinds.length > 0) return noOffer('credential');
  return { patterns: [[pattern]], left: [] };
}

function pathOffers({ reads, writes, removes }: CallPaths): Offer {
  const places = new Map<string, ResolvedPath>();
  for (const { resolved: place } of [...reads, ...writes, ...removes]) {
    if (!place.ok) return noOffer('no-rule-for-it');
    places.set(place.value.real, place.value);
  }
  const [only, ...others] = places.values();
  if (only === undefined) return noOffer('no-rule-for-it');
  if (others.length > 0) return noOffer('several-files');
  const path = withSlashes(only.real);
  // A path that reads as a pattern would match other files too.
  if (/[*?[\]{}!\\]/.test(path)) return noOffer('pattern-path');
  if (redactText(path).kinds.length > 0) return noOffer('credential');
  const isRoot = only.real === only.root;
  const folder = `${path.slice(0, path.lastIndexOf('/'))}/*`;
  return { patterns: isRoot ? [[path]] : [[path], [folder]], left: [] };
}

/** Rules accept either separator; on other systems a backslash is part of the name. */
function withSlashes(path: string): string {
  return /^(?:[a-z]:|\\)\\/i.test(path) ? path.replaceAll('\\', '/') : path;
}
