import { say } from '../base/sentence';
import * as z from 'zod';
import { optional } from '../contracts/schema-parts';
import { defineTool } from '../contracts/tools/define-tool';
import type { Capabilities } from '../ports/capabilities';
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

const input = z.strictObject({
  url: urlArgument,
  format: optional(
    z.enum(['markdown', 'text', 'raw']),
    'How an HTML page is returned: "markdown" (default), "text" without links and marks, or "raw" as sent.',
  ),
  max_bytes: optional(
    z.int().min(1).max(1_000_000_000),
    'Reads at most this many bytes. It can only lower the limit that the user has set.',
  ),
});

const output = z.object({
  ...visitFields,
  /** Absent if there is no page. */
  text: z.string().exactOptional(),
});

/** Readable text of an https address (003-web-2; decision 63). */
export default defineTool<Capabilities>()({
  name: 'fetch',
  title: say`Fetch page`,
  description: `Reads a public page over https by GET and returns its readable text; HTML becomes Markdown. Use it for documentation and to check a page. ${urlAdvice}`,
  ...webTool,
  input,
  output,
  redact: [...visitFieldNames, 'text'],
  run: async ({ url, format = 'markdown', max_bytes: maxBytes }, { signal }, { web, clock }) => {
    const answer = await web.get({ url, ...(maxBytes !== undefined && { maxBytes }) }, signal);
    const visit = visited(answer.visit, clock.now());
    if (!answer.ok) return failedVisit(answer.failure, visit);
    const page = await web.readable(answer.value, format, signal);
    const fields = { ...visit, ...documentFields(answer.value, page.ok ? page.value : {}) };
    if (!page.ok) return failedVisit(page.failure, fields);
    return { ok: true, value: { ...fields, text: page.value.text } };
  },
  toModel: ({ text, ...visit }) =>
    text === undefined ? withoutPage(visit) : untrusted(text, visit, pageNote(visit)),
});
