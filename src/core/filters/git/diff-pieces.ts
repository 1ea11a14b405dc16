import { omittedMark, type GiveLine, type LineJudge } from '../strategy';
import { writeHunkRange } from './hunk';
import type { DiffPiece } from './hunk-thinner';

/** A line this long counts as several, so that what is held is bounded. */
const unitsOfOne = 4000;
/** Characters of what only a failure needs, in all files together. */
const maxTellingUnits = 256 * 1024;

/** Counts what only a failure needs, for the files of one output. */
export interface TellingCount {
  units: number;
}

export interface PlacedPiece {
  readonly piece: DiffPiece;
  /** Lines of the file's diff that came before it. */
  readonly at: number;
  /** Lines that a mark stands for, which a filter left before; 0 for any other line. */
  readonly omitted: number;
}

/** Lines of one file's diff, of which the begin stays when there is little room. */
export interface DiffPieces {
  push(piece: PlacedPiece): void;
  /** Lines, where long ones count as several. */
  weight(): number;
  /** The same with what stays however little room there is. */
  keptWeight(isFailure: boolean): number;
  /** Leaves out what is over `room`, also of what comes. */
  cut(room: number): void;
  isCut(): boolean;
  /** `came`: lines in all. */
  give(came: number, isFailure: boolean, give: GiveLine): void;
}

interface Rest extends PlacedPiece {
  readonly isPreserved: boolean;
}

export function createDiffPieces(judge: LineJudge, telling: TellingCount): DiffPieces {
  const pieces: PlacedPiece[] = [];
  let weight = 0;
  /** What stays of what was cut. */
  let rest: Rest[] = [];
  let isCut = false;

  function restOf(placed: PlacedPiece): readonly Rest[] {
    const { piece } = placed;
    if (typeof piece !== 'string') return [];
    if (judge.isPreserved(piece)) return [{ ...placed, isPreserved: true }];
    if (telling.units > maxTellingUnits || !judge.isTelling(piece)) return [];
    telling.units += piece.length;
    return [{ ...placed, isPreserved: false }];
  }

  function staysOf(isFailure: boolean): readonly Rest[] {
    return isFailure ? rest : rest.filter(({ isPreserved }) => isPreserved);
  }

  return {
    push(placed) {
      if (isCut) {
        rest.push(...restOf(placed));
        return;
      }
      pieces.push(placed);
      weight += weightOf(placed);
    },
    weight: () => weight,
    keptWeight: (isFailure) =>
      staysOf(isFailure).reduce((sum, placed) => sum + weightOf(placed), weight),
    cut(room) {
      if (weight <= room) return;
      isCut = true;
      const gone: PlacedPiece[] = [];
      for (let last = pieces.at(-1); last !== undefined; last = pieces.at(-1)) {
        // The begin of a hunk says nothing without the hunk.
        if (weight <= room && typeof last.piece === 'string') break;
        pieces.pop();
        weight -= weightOf(last);
        gone.push(last);
      }
      rest = [...gone.reverse().flatMap(restOf), ...rest];
    },
    isCut: () => isCut,
    give(came, isFailure, give) {
      let told = 0;
      const giveNext = ({ piece, at, omitted }: PlacedPiece): void => {
        if (isCut && at > told) give(omittedMark(at - told));
        give(typeof piece === 'string' ? piece : writeHunkRange(piece));
        told = at + Math.max(1, omitted);
      };
      for (const placed of pieces) {
        // Context that was thinned has no mark: the numbers of the hunks tell it.
        told = placed.at;
        giveNext(placed);
      }
      for (const placed of staysOf(isFailure)) giveNext(placed);
      if (isCut && came > told) give(omittedMark(came - told));
    },
  };
}

function weightOf({ piece, omitted }: PlacedPiece): number {
  if (omitted > 0) return 0;
  return typeof piece === 'string' ? lineWeight(piece) : 1;
}

export function lineWeight(line: string): number {
  return 1 + Math.floor(line.length / unitsOfOne);
}
