import { compile } from 'css-select';
import { say } from '../base/sentence';
import { fail, failure, succeed, type Failure, type Result } from '../contracts/failure';
import { inSlices, type Slicing } from './in-slices';
import {
  attributeOf,
  htmlOf,
  PageTree,
  textOf,
  type NodeBudget,
  type PageElement,
  type PageNode,
} from './page-tree';
import { lastHalf } from './page-output';
import { nestingOf } from './selector-nesting';
import { SelectorWork, TooMuchWork } from './selector-work';
import { visibleText } from './visible-text';

/** Which elements of a page are wanted, and what of each. */
export interface ElementSelection {
  /** One CSS selector, at most 256 characters. */
  readonly select: string;
  /** `text`, `html` or `attr:<name>`. */
  readonly extract: string;
  readonly limit: number;
}

export interface SelectedItems {
  readonly title?: string;
  /** What was extracted; blank ones are not among them. */
  readonly items: readonly string[];
  /** How many elements match. */
  readonly found: number;
  /** Invisible characters that were in the items. */
  readonly removed: number;
}

const maxSelector = 256;
const maxNesting = 2;
/** Characters of all items, and nodes that are looked at for them. */
const maxItems = 1_048_576;
const maxItemNodes = 2_000_000;
/** The work after which others get their turn, in nodes looked at. */
const workOfSlice = 50_000;

type Extract = (element: PageElement, budget: NodeBudget) => string;
type Matcher = (node: PageNode) => boolean;

/**
 * The elements of a page that a selector matches. Undefined when its time is over. The selector can
 * neither be long nor deep, and its work is counted, so that none blocks.
 */
export async function selectElements(
  page: { readonly html: string; readonly url: string },
  { select, extract, limit }: ElementSelection,
  slicing: Slicing,
): Promise<Result<SelectedItems> | undefined> {
  const tree = new PageTree(page.url);
  const extracting = extractor(extract, tree);
  if (!extracting.ok) return extracting;
  const work = new SelectorWork();
  const matching = matcher(select, work);
  if (!matching.ok) return matching;
  if (!(await inSlices(page.html, tree, slicing))) return undefined;
  tree.end();
  const found = await findAll(tree.elements, { isMatch: matching.value, work, slicing });
  if (found === undefined || !found.ok) return found;
  const budget = { left: maxItemNodes, removed: 0 };
  const items = await itemsOf(found.value, extracting.value, { limit, slicing, budget });
  if (items === undefined) return undefined;
  const { title } = tree;
  return succeed({
    ...(title !== undefined && { title }),
    ...{ items, found: found.value.length, removed: budget.removed },
  });
}

function extractor(extract: string, { links }: PageTree): Result<Extract> {
  if (extract === 'text') return succeed(textOf);
  if (extract === 'html') return succeed((element, budget) => htmlOf(element, links, budget));
  const [, name] = /^attr:\s*([a-z_][\w.:-]*)$/i.exec(extract) ?? [];
  if (name === undefined) {
    return fail(failure('validation', say`"extract" is "text", "html" or "attr:" with a name.`));
  }
  const attribute = name.toLowerCase();
  return succeed((element, budget) =>
    visibleText(attributeOf(element, attribute, links) ?? '', budget),
  );
}

function matcher(select: string, work: SelectorWork): Result<Matcher> {
  const problem = limitOf(select);
  if (problem !== undefined) return fail(problem);
  try {
    const { adapter } = work;
    return succeed(compile<PageNode, PageElement>(select, { adapter, relativeSelector: false }));
  } catch (error) {
    // The compiler throws exactly for what is no selector that it knows.
    const reason = error instanceof Error ? error.message : '';
    return fail(
      failure('validation', say`"select" is not a CSS selector that can be used: ${reason}`),
    );
  }
}

function limitOf(select: string): Failure | undefined {
  if (select.trim() === '') return failure('validation', say`"select" is empty.`);
  if (select.length > maxSelector) {
    return failure('validation', say`"select" has more than ${maxSelector} characters.`);
  }
  if (nestingOf(select) > maxNesting) {
    return failure(
      'validation',
      say`"select" has :has, :not, :is or :where more than ${maxNesting} deep in each other.`,
    );
  }
  return undefined;
}

interface Search {
  readonly isMatch: Matcher;
  readonly work: SelectorWork;
  readonly slicing: Slicing;
}

async function findAll(
  elements: readonly PageElement[],
  { isMatch, work, slicing: { pause, isOver } }: Search,
): Promise<Result<readonly PageElement[]> | undefined> {
  const found: PageElement[] = [];
  let recent = 0;
  for (const element of elements) {
    try {
      if (isMatch(element)) found.push(element);
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
      return fail(
        failure(
          'validation',
          say`"select" takes too much work on this page; write a simpler selector.`,
        ),
      );
    }
    recent += work.takeRecent();
    if (recent > workOfSlice) {
      recent = 0;
      await pause();
      if (isOver()) return undefined;
    }
  }
  return succeed(found);
}

interface Extracting {
  readonly limit: number;
  readonly slicing: Slicing;
  readonly budget: NodeBudget;
}

async function itemsOf(
  found: readonly PageElement[],
  extract: Extract,
  { limit, slicing, budget }: Extracting,
): Promise<string[] | undefined> {
  const items: string[] = [];
  let room = maxItems;
  for (const element of found) {
    if (items.length >= limit || room <= 0 || budget.left <= 0) break;
    await slicing.pause();
    if (slicing.isOver()) return undefined;
    const item = extract(element, budget).trim().slice(0, room).replace(lastHalf, '');
    if (item === '') continue;
    items.push(item);
    room -= item.length;
  }
  return items;
}
