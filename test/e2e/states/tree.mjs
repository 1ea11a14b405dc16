// @ts-check
/** The accessibility tree of a page, as text that is the same at each run. */

/** @typedef {import('playwright-core').Frame} Frame */

/** What differs from run to run, and what stands for it. @type {readonly [RegExp, string][]} */
const volatile = [
  // What the panel says to screen readers comes in one piece or more.
  [/(?<=heading "Gatehouse"[^]*)^ {4}- status: .*\n?/gm, ''],
  [/\/\S*gatehouse-[\w-]+\/demo/g, '/demo'],
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  // What VS Code itself registers differs by its version.
  [/(?<=other extensions: 0 of )\d+/g, 'SOME'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'WHEN'],
  [/, (now|\d+ \w+ ago),/g, ', WHEN,'],
  [/\b\d+m \d\ds\b|\b\d+(\.\d+)? ?(ms|s)\b/g, 'TIME'],
  [/\b[\d.]+ \w+ → [\d.]+ \w+(?=\))/g, 'SIZES'],
  [/\b\d{4}-\d\d-\d\d\b/g, 'DATE'],
  [/\b\d{1,2}:\d\d(:\d\d)?(\.\d+)?( [AP]M)?\b/g, 'CLOCK'],
  [/~?\b[\d.]+k\b/g, 'TOKENS'],
  [/\b[\d.]+ ?%/g, 'PERCENT'],
  [/\b(sess|call|turn)_\w+/g, '$1_ID'],
  [/\b[0-9a-f]{12,}\b/g, 'ID'],
  [/\bprocess \d+/g, 'process N'],
];

/** @param {Frame} frame */
export async function treeOf(frame) {
  let tree = await frame.locator('body').ariaSnapshot();
  for (const [found, shown] of volatile) tree = tree.replace(found, shown);
  return `${tree.trim()}\n`;
}

/**
 * The trees of a state at all widths: each once, under the widths that have it.
 *
 * @param {ReadonlyMap<number, string>} trees by width
 */
export function goldenOf(trees) {
  /** @type {Map<string, number[]>} */
  const widthsOf = new Map();
  for (const [width, tree] of trees) widthsOf.set(tree, [...(widthsOf.get(tree) ?? []), width]);
  return [...widthsOf].map(([tree, at]) => `# ${at.join(', ')} px\n${tree}`).join('\n');
}
