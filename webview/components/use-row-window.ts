import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows that come and go together. */
const pageRows = 50;
/** Pages that are drawn at a time: 200 rows. */
const drawnPages = 4;
/** In pixels: the height of a page before any was drawn. */
const guess = 50 * pageRows;

interface Scroller {
  readonly current: HTMLElement | null;
}

/**
 * Which rows of a long list are drawn: those in sight and around. The others leave their height
 * behind, so that the scroll bar means the whole list.
 */
export function useRowWindow(scroller: Scroller, count: number) {
  const [at, setAt] = useState(0);
  const heights = useRef<readonly number[]>([]);
  const pages = Math.ceil(count / pageRows);
  const lastStart = Math.max(0, pages - drawnPages);
  const start = Math.min(at, lastStart);

  // After each drawing: what is drawn may leave with the next.
  useLayoutEffect(() => {
    if (lastStart > 0) heights.current = measure(scroller.current, start, heights.current);
  });

  /** Draws around a page: one before it, so that going back is smooth too. */
  const center = (page: number) => setAt(Math.min(Math.max(0, page - 1), lastStart));
  const heightOf = (page: number) => heights.current[page] ?? heights.current[0] ?? guess;
  const sum = (from: number, to: number) => {
    let height = 0;
    for (let page = from; page < to; page += 1) height += heightOf(page);
    return height;
  };
  return {
    first: start * pageRows,
    end: Math.min(count, (start + drawnPages) * pageRows),
    heightBefore: sum(0, start),
    heightAfter: sum(start + drawnPages, pages),
    onScroll: () => {
      let page = 0;
      let rest = scroller.current?.scrollTop ?? 0;
      while (page < pages && rest > heightOf(page)) {
        rest -= heightOf(page);
        page += 1;
      }
      center(page);
    },
    show: (index: number) => center(Math.floor(index / pageRows)),
  };
}

/** The heights that are known, with those of the pages that are drawn. */
function measure(
  scroller: HTMLElement | null,
  start: number,
  known: readonly number[],
): readonly number[] {
  const heights = [...known];
  const rows = [...(scroller?.querySelectorAll('[role="row"]') ?? [])];
  for (let page = 0; page * pageRows < rows.length; page += 1) {
    const top = rows[page * pageRows]?.getBoundingClientRect().top ?? 0;
    const end = (page + 1) * pageRows;
    const bottom =
      rows[end]?.getBoundingClientRect().top ?? rows.at(-1)?.getBoundingClientRect().bottom;
    heights[start + page] = (bottom ?? top) - top;
  }
  return heights;
}
