import { isAbsolutePath, joinPath, type Separator } from '../base/paths';
import type { Mention } from '../contracts/calls/call';
import type { CallPath, LocatedPath } from '../contracts/calls/call-paths';
import type { Result } from '../contracts/failure';

interface MentionGround {
  readonly roots: readonly string[];
  readonly separator: Separator;
  readonly locate: (path: string) => Promise<Result<LocatedPath>>;
  readonly resolve: (path: string) => Promise<CallPath>;
}

/**
 * The paths among the mentions of a call (003-mcp-2), for the gates that judge the paths of our own
 * tools. A relative one may start at any open folder, or where its tool runs.
 */
export async function mentionedPaths(
  mentions: readonly Mention[],
  ground: MentionGround,
): Promise<readonly CallPath[]> {
  const found = await Promise.all(mentions.flatMap((each) => pathsOf(each, ground)));
  return found.filter((path) => path !== undefined);
}

function pathsOf(
  { text, isPath, from }: Mention,
  ground: MentionGround,
): readonly Promise<CallPath | undefined>[] {
  const { roots, separator, resolve } = ground;
  if (/^~[\\/]?$|^~[\\/]/.test(text)) return [atPlace(text, { isPath, isHere: true }, ground)];
  if (isAbsolutePath(text, separator)) {
    return [isPath ? resolve(text) : atPlace(text, { isPath, isHere: true }, ground)];
  }
  const starts = [...roots, ...(from === undefined ? [] : [from])];
  const places = starts.map((start) => joinPath(start, text, separator));
  const [first, ...others] = isPath ? [resolve(text), ...places.slice(1)] : [undefined, ...places];
  const look = { isPath: false, isHere: false };
  return [
    ...(first === undefined ? [] : [first]),
    ...others.map((place) => atPlace(place, look, ground)),
  ];
}

interface Look {
  readonly isPath: boolean;
  /** True for an absolute path as written, which also counts where it could be created. */
  readonly isHere: boolean;
}

/** What cannot be located in time counts; what the disk cannot hold, no tool can open. */
async function atPlace(
  path: string,
  { isPath, isHere }: Look,
  { locate, resolve }: MentionGround,
): Promise<CallPath | undefined> {
  const located = await locate(path);
  if (!located.ok) {
    const isLate = located.failure.errorCode === 'timeout';
    return isPath || isLate ? { given: path, resolved: located } : undefined;
  }
  const { asked, exists, root, limit } = located.value;
  const isReached = isHere && (root !== undefined || limit?.verdict === 'deny');
  return isPath || exists || isReached ? resolve(asked) : undefined;
}
