import { say } from '../base/sentence';
import type { Sentence } from '../base/sentence';
import { decisionDeadlineMs, type GateCall, type GateTool } from '../contracts/policy/define-gate';
import type { Policy } from '../contracts/policy/policy';
import type { CallEnvironment, PipelineDeps } from './runtime/deps';
import { canonicalJson } from './runtime/plain-json';
import type { ValidCall } from './call/brands';
import type { BoundTool, OutputFields } from '../contracts/tools/bound-tool';
import type { ToolEffect } from '../contracts/tool-spec';
import type { SessionState } from './runtime/sessions';
import { claimSource } from './stages/audit';
import { isAbsolutePath } from '../base/paths';
import type { CallSubject } from '../contracts/calls/call';
import {
  globbedPath,
  globKey,
  realOrGiven,
  type CallPath,
  type CallPaths,
  type NamedPath,
  type PathsBelow,
  type ResolvedPath,
} from '../contracts/calls/call-paths';
import { failure, fail, succeed, type Result } from '../contracts/failure';
import type { ShellAnalysis, ShellPart, ShellPath } from '../contracts/calls/shell-analysis';
import type { Clock, Disposable } from '../ports/system';
import type { Files, ResolveOptions } from '../ports/files';
import { withTimeout } from '../base/async';
import { mentionedPaths } from './mentioned-paths';

export interface GateInput {
  readonly call: ValidCall;
  readonly view: ResolvedSubject;
  /** May be newer than the one the call began with. */
  readonly policy: Policy;
  readonly session: SessionState;
  readonly signal: AbortSignal;
}

/** A call as the gates see it. */
export function gateCallOf(
  { call, view, policy, session, signal }: GateInput,
  { access, toolsWith, system }: Pick<PipelineDeps, 'access' | 'toolsWith' | 'system'>,
): GateCall {
  const { tool, raw, context, args } = call.bound;
  const { effect, subject } = call.prepared;
  return {
    tool: gateTool(tool, effect),
    toolsWith,
    subject,
    params: args,
    digest: () => system.digest(exactly(tool.id, args, view.paths)),
    ...view,
    policy,
    trust: access.trust.levelOf(context.sessionId, tool.id),
    record: session,
    recentOutcomes: session.recent(),
    exposure: session.exposure(),
    userMessage: session.userMessage(),
    claimSource: claimSource(subject),
    policyState: (name) => session.policyState(name),
    origin: raw.origin,
    phase: raw.phase,
    context,
    signal,
  };
}

function gateTool(tool: BoundTool, effect: ToolEffect): GateTool {
  const { id, name, group, traits, provenance, egress } = tool;
  return { id, name, effect, group, traits, provenance, egress };
}

/** What makes a call exactly this one, as text. */
function exactly(
  toolId: string,
  args: OutputFields,
  { reads, writes, removes }: CallPaths,
): string {
  const paths = [reads, writes, removes].map((each) => each.map(realOrGiven));
  return canonicalJson({ toolId, args, paths });
}

/** Paths a call would touch, resolved now, and effects of its command. */
interface ResolvedSubject {
  readonly paths: CallPaths;
  readonly reading: ShellAnalysis | undefined;
}

interface SubjectEnvironment extends Omit<CallEnvironment, 'files'> {
  readonly files: Pick<Files, 'resolve' | 'locate' | 'inside'>;
}

/** A disk that does not answer in time is a failure. */
interface TimedFiles extends Pick<SubjectEnvironment, 'files' | 'limited' | 'globs'> {
  readonly clock: Clock;
  /** Resolves when the time of all looks of the call has passed. */
  readonly late: Promise<undefined>;
}

type PathUse = NonNullable<ResolveOptions['use']>;

/** More paths than a command normally names; the rest is unknown, so the call asks. */
const maxNamed = 2000;

/** More entries than a moved folder normally has; a larger one asks. */
const maxBelow = 20_000;

/** Parses the command and resolves the paths of a call once, for all gates and the user. */
export async function resolveSubject(
  subject: CallSubject,
  environment: SubjectEnvironment,
  clock: Clock,
): Promise<ResolvedSubject> {
  const { workspace, files, limited, globs } = environment;
  if (namesNothing(subject)) {
    return { paths: { ...noPaths, roots: workspace.roots() }, reading: undefined };
  }
  let timer: Disposable | undefined;
  const late = new Promise<undefined>((settle) => {
    timer = clock.after(decisionDeadlineMs, () => settle(undefined));
  });
  try {
    return await resolveAll(subject, environment, { files, limited, globs, clock, late });
  } finally {
    timer?.dispose();
  }
}

async function resolveAll(
  subject: CallSubject,
  { workspace, shell }: SubjectEnvironment,
  disk: TimedFiles,
): Promise<ResolvedSubject> {
  const { command, mentions } = subject;
  const roots = workspace.roots();
  const reading = command === undefined ? undefined : await shell.read(command);
  // What is both read and written is resolved once, so that both are the same file.
  const read = new Map(subject.reads.map((path) => [path, resolveOne(path, disk)]));
  const [reads, writes, removes, places] = await Promise.all([
    Promise.all(read.values()),
    Promise.all(subject.writes.map((path) => read.get(path) ?? resolveOne(path, disk))),
    Promise.all((subject.removes ?? []).map((path) => resolveOne(path, disk, 'entry'))),
    reading === undefined ? noPlaces : placesOf(reading, subject.cwd ?? roots[0], workspace, disk),
  ]);
  const mentioned = mentions && {
    mentioned: await mentionedPaths(mentions, {
      roots,
      separator: workspace.separator(),
      locate: (path) => unlessLate(disk.files.locate(path), disk.late),
      resolve: (path) => resolveOne(path, disk),
    }),
  };
  const below =
    subject.takes === undefined
      ? nothingBelow
      : await pathsBelow(subject.takes, [...removes, ...reads], disk);
  return { paths: { reads, writes, removes, ...mentioned, ...below, ...places, roots }, reading };
}

function namesNothing(subject: CallSubject): boolean {
  const { command, reads, writes, removes = [], mentions = [] } = subject;
  const lists: readonly (readonly unknown[])[] = [reads, writes, removes, mentions];
  return command === undefined && lists.every(({ length }) => length === 0);
}

const noPlaces = { cwd: undefined, named: [] } satisfies Partial<CallPaths>;

const noPaths = {
  reads: [],
  writes: [],
  removes: [],
  below: [],
  isBelowKnown: true,
  ...noPlaces,
} satisfies Omit<CallPaths, 'roots'>;

const nothingBelow: Pick<CallPaths, 'below' | 'isBelowKnown'> = { below: [], isBelowKnown: true };

async function resolveOne(
  given: string,
  { files, late }: TimedFiles,
  use: PathUse = 'file',
): Promise<CallPath> {
  return { given, resolved: await unlessLate(files.resolve(given, { use }), late) };
}

/**
 * Old and new path of everything in a folder: a rule for a part of it applies when the whole moves.
 */
async function pathsBelow(
  takes: NonNullable<CallSubject['takes']>,
  paths: readonly CallPath[],
  { files, late }: TimedFiles,
): Promise<Pick<CallPaths, 'below' | 'isBelowKnown'>> {
  const place = (given: string | undefined): ResolvedPath | undefined => {
    const found = paths.find((path) => path.given === given)?.resolved;
    return found?.ok === true ? found.value : undefined;
  };
  const [from, to] = [place(takes.from), place(takes.to)];
  if (from?.exists !== true) return nothingBelow;
  const { signal } = new AbortController();
  const look = files.inside(from.real, { resolved: from, maxEntries: maxBelow, signal });
  const found = await unlessLate(look, late);
  if (!found.ok) return { below: [], isBelowKnown: false };
  const { paths: inside, limited = [] } = found.value;
  // What is only removed is not read.
  const why = new Map(to && limited.map(({ path, why: reason }) => [path, reason]));
  const below = [from, ...(to === undefined ? [] : [to])].flatMap((top) =>
    inside.map((path) => partOf(top, path.slice(from.real.length), why.get(path))),
  );
  return { below, isBelowKnown: found.value.isWhole };
}

function partOf(
  { real: top, root, exists }: ResolvedPath,
  rest: string,
  asks?: Sentence,
): CallPath {
  const real = top + rest;
  const place = { asked: real, real, exists, root, ...(asks && { asks }) };
  return { given: real, resolved: succeed(place) };
}

/** The folder of a command, and where the paths lead that it names. */
async function placesOf(
  reading: ShellAnalysis,
  cwd: string | undefined,
  workspace: SubjectEnvironment['workspace'],
  disk: TimedFiles,
): Promise<Pick<CallPaths, 'cwd' | 'named' | 'globs'>> {
  if (cwd === undefined) return noPlaces;
  const all = reading.parts.flatMap(({ paths }) => paths);
  // What asks anyway needs no look.
  const globs = reading.doubts.length > 0 ? [] : globsOf(reading);
  const given = [...all, ...globs].map(({ given: name }) => name);
  const names = [...new Set(given)].slice(0, maxNamed);
  const trees = new Map(
    all.flatMap(({ given: name, tree }) => (tree === undefined ? [] : [[name, tree]])),
  );
  const separator = workspace.separator();
  const place = await resolveOne(cwd, disk, 'command');
  if (!place.resolved.ok) return { cwd: place, named: [] };
  const { real: folder } = place.resolved.value;
  const locate = (name: string): Promise<NamedPath> =>
    locateOne(name, { folder, separator, tree: trees.get(name) }, disk);
  const named = await Promise.all(names.map(locate));
  if (globs.length === 0) return { cwd: place, named };
  const expanded = await expandAll(globs, named, disk);
  const added = new Set(
    globs.flatMap(({ given: at, glob }) =>
      (expanded.get(globKey(at, glob)) ?? []).map((name) => globbedPath(at, name)),
    ),
  );
  for (const name of names) added.delete(name);
  if (added.size > maxNamed - names.length) return { cwd: place, named };
  const more = await Promise.all([...added].map(locate));
  return { cwd: place, named: [...named, ...more], globs: expanded };
}

interface PlacedGlob {
  readonly given: string;
  readonly glob: string;
}

/** Those that the shell expands; a program may expand what is quoted, in its own way. */
function globsOf({ parts }: ShellAnalysis): readonly PlacedGlob[] {
  const isOfShell = ({ words }: ShellPart, glob: string): boolean =>
    words.some(({ known, text }) => !known && text.endsWith(glob));
  return parts.flatMap((part) => [
    ...part.paths.flatMap(({ given, glob }) =>
      glob !== undefined && isOfShell(part, glob) ? [{ given, glob }] : [],
    ),
    ...part.hazards.flatMap(({ unlessGlob }) =>
      unlessGlob === undefined
        ? []
        : unlessGlob.folders.map((given) => ({ given, glob: unlessGlob.glob })),
    ),
  ]);
}

/** Rules are tried on each name, as often as its glob is written; more than these ask. */
const maxTried = 4000;

/** What the globs in folders of the workspace stand for, as far as the disk answers in time. */
async function expandAll(
  wanted: readonly PlacedGlob[],
  named: readonly NamedPath[],
  { globs, clock }: TimedFiles,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const places = new Map(named.map(({ given, resolved }) => [given, resolved]));
  const found = new Map<string, readonly string[]>();
  const stop = new AbortController();
  const look = async (): Promise<'all' | 'some'> => {
    let tried = 0;
    for (const { given, glob } of wanted) {
      const key = globKey(given, glob);
      const place = places.get(given);
      if (place?.ok !== true || place.value.root === undefined) continue;
      const names = found.get(key) ?? (await globs.expand(place.value.real, glob, stop.signal));
      tried += names?.length ?? maxTried;
      if (names === undefined || tried > maxTried) return 'some';
      found.set(key, names);
    }
    return 'all';
  };
  const looked = await withTimeout(look(), treeDeadlineMs, clock);
  stop.abort();
  return looked?.value === 'all' ? found : new Map();
}

interface NamedPlace {
  readonly folder: string;
  readonly separator: '/' | '\\';
  /** Set if everything below it counts too. */
  readonly tree: ShellPath['tree'];
}

/** Joined as text, so that `..` after a link leads where it leads for the command. */
async function locateOne(
  given: string,
  { folder, separator, tree }: NamedPlace,
  disk: TimedFiles,
): Promise<NamedPath> {
  const { files, clock, late } = disk;
  const located =
    /^~(?:\/|$)/.test(given) || isAbsolutePath(given, separator)
      ? files.locate(given)
      : files.locate(`${folder}${separator}${given}`, folder);
  const resolved = await unlessLate(located, late);
  if (tree === undefined || !resolved.ok || resolved.value.root === undefined) {
    return { given, resolved };
  }
  const { real } = resolved.value;
  if (tree === 'copy') return { given, resolved, below: await wholeTree(real, disk) };
  const found = await withTimeout(disk.limited.below(real), treeDeadlineMs, clock);
  return { given, resolved, below: found?.value && { paths: [], limited: found.value } };
}

/** A command is not held up longer by a look at its folder, in milliseconds. */
const treeDeadlineMs = 200;

/** What a command that copies a whole folder would copy; undefined if it is not known in time. */
async function wholeTree(
  real: string,
  { files, clock }: TimedFiles,
): Promise<PathsBelow | undefined> {
  const stop = new AbortController();
  const look = files.inside(real, { maxEntries: maxBelow, signal: stop.signal });
  const found = await withTimeout(look, treeDeadlineMs, clock);
  stop.abort();
  if (found?.value.ok !== true || !found.value.value.isWhole) return undefined;
  const { paths, limited = [] } = found.value.value;
  return { paths, limited };
}

async function unlessLate<T>(
  answer: Promise<Result<T>>,
  late: Promise<undefined>,
): Promise<Result<T>> {
  return (await Promise.race([answer, late])) ?? fail(tooLate);
}

const tooLate = failure(
  'timeout',
  say`The disk did not answer in time where a path of the call leads. Make the call again.`,
);
