import { say } from '../base/sentence';
import * as z from 'zod';
import { optional } from '../contracts/schema-parts';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
import { counted } from '../base/wording';
import { untrusted, withoutPage } from './web/untrusted';
import {
  pageNote,
  documentFields,
  failedVisit,
  visited,
  visitFieldNames,
  visitFields,
} from './web/visit';
import { urlAdvice, urlArgument, webTool } from './web/web-tool';

const defaultLimit = 10;

const input = z.strictObject({
  url: urlArgument,
  select: z
    .string()
    .min(1)
    .max(256)
    .describe('One CSS selector, at most 256 characters: "h1", "table.prices td".'),
  extract: optional(
    z
      .string()
      .max(100)
      .regex(/^(?:text|html|attr:[A-Za-z_][A-Za-z0-9_.:-]*)$/),
    'What to return of each element: "text" (default), "html", or "attr:href" for an attribute.',
  ),
  limit: optional(
    z.int().min(1).max(200),
    `Most elements to return. Default ${String(defaultLimit)}.`,
  ),
});

const output = z.object({
  ...visitFields,
  /** Absent if there is no page. */
  items: z.array(z.string()).exactOptional(),
  /** How many elements match in all. */
  found: z.int().exactOptional(),
});

/** What a CSS selector finds in a page (003-web-1). */
export default defineTool<Capabilities>()({
  name: 'web_scrape',
  title: say`Scrape page`,
  description: `Reads a public page over https by GET and returns the elements that a CSS selector matches, as text, HTML or one attribute; links are absolute. Use it when only parts of a page matter, and fetch for the whole text. ${urlAdvice}`,
  ...webTool,
  input,
  output,
  redact: [...visitFieldNames, 'items', 'found'],
  run: async (args, { signal }, { web, clock }) => {
    const { url, select, extract = 'text', limit = defaultLimit } = args;
    const answer = await web.get({ url }, signal);
    const visit = visited(answer.visit, clock.now());
    if (!answer.ok) return failedVisit(answer.failure, visit);
    const found = await web.select(answer.value, { select, extract, limit }, signal);
    const fields = { ...visit, ...documentFields(answer.value, found.ok ? found.value : {}) };
    if (!found.ok) return failedVisit(found.failure, fields);
    const { items, found: count } = found.value;
    return { ok: true, value: { ...fields, items: [...items], found: count } };
  },
  toModel: ({ items, found = 0, ...visit }) => {
    if (items === undefined) return withoutPage(visit);
    const listed = items.map((item, at) => `[${String(at + 1)}] ${item}`).join('\n');
    const notes = [foundNote(items.length, found), pageNote(visit)];
    return untrusted(listed, visit, notes.filter((note) => note !== '').join(' '));
  },
});

function foundNote(shown: number, found: number): string {
  if (found === 0) return 'No element matches the selector.';
  if (found <= shown) return `${counted(found, 'element')} found.`;
  return `${String(shown)} of ${counted(found, 'element')} that match. To see more, give a larger limit or a narrower selector.`;
}
