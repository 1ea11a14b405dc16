import { say } from '../../core/base/sentence';
import { fail, failure, succeed, type Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import type {
  ElementQuery,
  PageNotes,
  ReadablePage,
  SelectedElements,
  Web,
  WebDocument,
} from '../../core/ports/web';
import { decodePage, type DecodedPage, type NameOfType } from '../../core/web/decode-page';
import { HtmlToMarkdown, pageLimits } from '../../core/web/html-to-markdown';
import { inSlices, type Slicing } from '../../core/web/in-slices';
import { cutAt } from '../../core/web/page-output';
import { selectElements } from '../../core/web/select-elements';
import { withoutUnseen } from '../../core/web/visible-text';

/** What the bundle of the extension has already. */
export interface PageReaderDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Lets others work. */
  readonly pause: () => Promise<void>;
  readonly nameOfType: NameOfType;
}

type DecodedText = Extract<DecodedPage, { readonly text: string }>;

/**
 * The part of the port that reads documents. It is loaded with the first page, since it brings the
 * parser of HTML with it.
 */
export function createPageReader(deps: PageReaderDeps): Pick<Web, 'readable' | 'select'> {
  return {
    readable: async (document, format, signal) => {
      const decoded = decodePage(document, deps.nameOfType);
      if (decoded.kind === 'binary') return succeed(named(document, decoded.type));
      const slicing = slicingOf(deps, document, signal);
      const read =
        decoded.kind === 'text' || format === 'raw'
          ? await asItIs(decoded, slicing)
          : await converted(decoded, { url: document.url, format }, slicing);
      return read === undefined ? unfinished(signal) : succeed(read);
    },
    select: (document, query, signal) => selected(deps, document, { query, signal }),
  };
}

function slicingOf(
  { clock, pause }: PageReaderDeps,
  { endsAt }: WebDocument,
  signal: AbortSignal,
): Slicing {
  return { pause, isOver: () => signal.aborted || clock.monotonic() >= endsAt };
}

/** What is not decoded is named with its size. */
function named({ body, isCut }: WebDocument, type: string): ReadablePage {
  const size = body.byteLength.toLocaleString('en');
  return {
    text: `[${type}, ${isCut ? 'more than ' : ''}${size} bytes, not decoded]`,
    undecoded: type,
  };
}

async function asItIs(decoded: DecodedText, slicing: Slicing): Promise<ReadablePage | undefined> {
  const counter = { removed: 0 };
  const pieces: string[] = [];
  const write = (chunk: string) => pieces.push(withoutUnseen(chunk, counter));
  if (!(await inSlices(decoded.text, { write }, slicing))) return undefined;
  const text = pieces.join('');
  const kept = cutAt(text, pageLimits.output);
  return { text: kept, ...notesOf(decoded, counter.removed, text.length - kept.length) };
}

function notesOf({ unknownCharset }: DecodedText, removed: number, characters = 0): PageNotes {
  return {
    ...(characters > 0 && { cut: { characters } }),
    ...(removed > 0 && { removed }),
    ...(unknownCharset !== undefined && { unknownCharset }),
  };
}

async function converted(
  decoded: DecodedText,
  options: { readonly url: string; readonly format: 'markdown' | 'text' },
  slicing: Slicing,
): Promise<ReadablePage | undefined> {
  const converter = new HtmlToMarkdown(options);
  if (!(await inSlices(decoded.text, converter, slicing))) return undefined;
  const { text, title, cut, removed } = converter.end();
  return { text, ...(title !== undefined && { title }), ...notesOf(decoded, removed, cut) };
}

async function selected(
  deps: PageReaderDeps,
  document: WebDocument,
  { query, signal }: { readonly query: ElementQuery; readonly signal: AbortSignal },
): Promise<Result<SelectedElements>> {
  const decoded = decodePage(document, deps.nameOfType);
  if (decoded.kind === 'binary') {
    // The server may have chosen the name of the type, and this is read outside of the fence.
    return fail(failure('execution', say`The document is no page with elements.`));
  }
  const page = { html: decoded.text, url: document.url };
  const found = await selectElements(page, query, slicingOf(deps, document, signal));
  if (found === undefined) return unfinished(signal);
  if (!found.ok) return found;
  const { removed, ...elements } = found.value;
  return succeed({ ...elements, ...notesOf(decoded, removed) });
}

/** It was cancelled, or the time of the try is over. */
function unfinished(signal: AbortSignal): Result<never> {
  return signal.aborted
    ? fail(failure('cancelled', say`Reading the page was stopped.`))
    : fail(failure('timeout', say`Reading the page took too long.`));
}
