import { isAbsolutePath } from '../base/paths';
import type { CallSubject } from '../contracts/call';
import type { CallPath, CallPaths, NamedPath } from '../contracts/call-paths';
import { failure } from '../contracts/failure';
import { fail, type Result } from '../contracts/result';
import type { ShellReading } from '../contracts/shell-reading';
import type { Clock } from '../ports/clock';
import type { Files } from '../ports/files';
import type { ShellReader } from '../ports/shell-reader';
import type { Workspace } from '../ports/workspace';
import { decisionDeadlineMs, within } from './within';

export interface LookParts {
  readonly files: Files;
  readonly shell: ShellReader;
  readonly clock: Clock;
  readonly workspace: Workspace;
}

/** What a call would touch, as the file system is now, and what its command would do. */
export interface CallView {
  readonly paths: CallPaths;
  readonly reading: ShellReading | undefined;
}

/** More places than a command names; what is beyond them is not known, and so asks. */
const maxNamed = 2000;

/** Reads the command and resolves the paths of a call once, for all gates and for the person. */
export async function lookAt(subject: CallSubject, parts: LookParts): Promise<CallView> {
  const { command } = subject;
  const roots = parts.workspace.roots();
  const cwd = command === undefined ? undefined : (subject.cwd ?? roots[0]);
  const [reads, writes, place, reading] = await Promise.all([
    Promise.all(subject.reads.map((path) => resolveOne(path, parts))),
    Promise.all(subject.writes.map((path) => resolveOne(path, parts))),
    cwd === undefined ? undefined : resolveOne(cwd, parts),
    command === undefined ? undefined : parts.shell.read(command),
  ]);
  const named = reading === undefined ? [] : await namedPaths(reading, place, parts);
  return { paths: { reads, writes, cwd: place, named, roots }, reading };
}

async function resolveOne(given: string, { files, clock }: LookParts): Promise<CallPath> {
  return { given, place: await inTime(files.resolve(given), clock) };
}

/** Joined as text, so that `..` behind a link leads where it leads for the command. */
async function namedPaths(
  reading: ShellReading,
  cwd: CallPath | undefined,
  { files, clock, workspace }: LookParts,
): Promise<readonly NamedPath[]> {
  if (cwd?.place.ok !== true) return [];
  const folder = cwd.place.value.real;
  const separator = workspace.separator();
  const given = new Set(reading.parts.flatMap(({ paths }) => paths.map((path) => path.given)));
  return Promise.all(
    [...given].slice(0, maxNamed).map(async (path) => {
      const whole = isAbsolutePath(path, separator) ? path : `${folder}${separator}${path}`;
      return { given: path, place: await inTime(files.locate(whole), clock) };
    }),
  );
}

async function inTime<T>(answer: Promise<Result<T>>, clock: Clock): Promise<Result<T>> {
  const resolved = await within(answer, decisionDeadlineMs, clock);
  const late = failure('timeout', 'The disk did not say in time where a path of the call leads.');
  return resolved === undefined ? fail(late) : resolved.value;
}
