/** Our half of the benchmark of pages. */
import { HtmlToMarkdown } from '../../../src/core/web/html-to-markdown';
import { inSlices } from '../../../src/core/web/in-slices';

/** Converts a page as the tool does, and returns its text with the longest slice. */
export async function convert(html: string, format: 'markdown' | 'text') {
  const converter = new HtmlToMarkdown({ url: 'https://docs.example.com/a/b.html', format });
  let longest = 0;
  const timed = (work: () => void): void => {
    const start = performance.now();
    work();
    longest = Math.max(longest, performance.now() - start);
  };
  const reader = { write: (chunk: string) => timed(() => converter.write(chunk)) };
  // Without its pauses, which are not its work.
  const pause = () => Promise.resolve();
  await inSlices(html, reader, { pause, isOver: () => false });
  let text = '';
  timed(() => (text = converter.end().text));
  return { text, longest };
}
