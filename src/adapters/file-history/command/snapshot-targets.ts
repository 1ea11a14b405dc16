import path from 'node:path';
import { isInside, type PathStyle } from '../../../core/base/paths';
import type { CallPaths } from '../../../core/contracts/calls/call-paths';
import { canonicalPath } from '../../files/canonical-path';
import type { AffectedPaths } from './affected-paths';
import type { Disk } from '../../system/disk';

/** A path that is copied with everything below it. */
export interface SnapshotTarget {
  /** Its parent folder is canonical; the path itself may be a link. */
  readonly path: string;
  /** The root that contains it. */
  readonly root: string;
  /** True for a root: large folders that can be recreated are ignored. */
  readonly isWide: boolean;
}

export interface TargetDeps {
  readonly disk: Disk;
  readonly style: PathStyle;
}

/**
 * The paths of a command inside the roots, in canonical form (decision file-sandbox: the same
 * resolver as the file tools). A link adds itself and its target.
 */
export async function snapshotTargets(
  affected: AffectedPaths,
  paths: CallPaths,
  parts: TargetDeps,
): Promise<readonly SnapshotTarget[]> {
  const { roots } = paths;
  const found: string[] = affected.beyondNames ? [...touchedRoots(paths, parts.style)] : [];
  for (const place of affected.named) {
    found.push(...(await namedBy(place, roots, parts)));
  }
  return outermost(found, roots, parts.style);
}

/** The roots in which a command runs or names something. */
function touchedRoots({ cwd, named, roots }: CallPaths, style: PathStyle): readonly string[] {
  const places = named.flatMap(({ resolved: place }) => (place.ok ? [place.value.asked] : []));
  if (cwd?.resolved.ok === true) places.push(cwd.resolved.value.real);
  return roots.filter((root) => places.some((place) => isInside(root, place, style)));
}

async function namedBy(
  asked: string,
  roots: readonly string[],
  parts: TargetDeps,
): Promise<readonly string[]> {
  const folder = await canonicalPath(path.dirname(asked));
  const itself = path.join(folder.real, path.basename(asked));
  const leadsTo = await canonicalPath(asked);
  const inside = [itself, leadsTo.real].filter((place) => rootOf(place, roots, parts.style));
  return Promise.all(inside.map((place) => topmostMissing(place, parts.disk)));
}

/** A command that creates `a/b/c` also creates a missing `a`. */
async function topmostMissing(place: string, disk: Disk): Promise<string> {
  const above = path.dirname(place);
  if (above === place || (await disk.entry(above)) !== undefined) return place;
  return topmostMissing(above, disk);
}

/** Removes paths inside others, which are copied with them. */
function outermost(
  found: readonly string[],
  roots: readonly string[],
  style: PathStyle,
): readonly SnapshotTarget[] {
  const shortestFirst = [...new Set(found)].sort((a, b) => a.length - b.length);
  const kept: SnapshotTarget[] = [];
  for (const place of shortestFirst) {
    const root = rootOf(place, roots, style);
    if (root === undefined || kept.some((other) => isInside(other.path, place, style))) continue;
    kept.push({ path: place, root, isWide: roots.some((each) => isInside(place, each, style)) });
  }
  return kept;
}

function rootOf(place: string, roots: readonly string[], style: PathStyle): string | undefined {
  return roots
    .filter((root) => isInside(root, place, style))
    .sort((a, b) => b.length - a.length)[0];
}
