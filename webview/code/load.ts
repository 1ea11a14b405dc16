import { codePieces, maxHighlighted, type Highlighter, type Run } from './runs';

/** Known only while the script of the page runs for the first time; unit tests have no page. */
const script = typeof document === 'undefined' ? null : document.currentScript;

let loading: Promise<Highlighter | undefined> | undefined;

/** The highlighter, loaded once; undefined if its file cannot be loaded. */
function load(): Promise<Highlighter | undefined> {
  loading ??= new Promise((resolve) => {
    if (!(script instanceof HTMLScriptElement)) {
      resolve(undefined);
      return;
    }
    const element = document.createElement('script');
    element.nonce = script.nonce;
    element.src = script.src.replace(/webview\.js/, 'highlighter.js');
    element.addEventListener('load', () => resolve(loaded()));
    element.addEventListener('error', () => resolve(undefined));
    document.head.append(element);
  });
  return loading;
}

function loaded(): Highlighter | undefined {
  const found: unknown = Reflect.get(globalThis, 'gatehouseHighlighter');
  return isHighlighter(found) ? found : undefined;
}

/** Our own file sets it. */
function isHighlighter(value: unknown): value is Highlighter {
  return typeof value === 'function';
}

/** One code at a time, so that the page stays quick. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * The runs of a code; undefined when it stays plain: its language is not known, or it is longer than
 * 200,000 characters, or the signal aborts first.
 */
export function highlighted(
  text: string,
  language: string,
  signal: AbortSignal,
): Promise<readonly Run[] | undefined> {
  if (language === '' || text === '' || text.length > maxHighlighted) {
    return Promise.resolve(undefined);
  }
  const next = queue.then(() => inPieces(text, language, signal));
  queue = next;
  return next;
}

async function inPieces(
  text: string,
  language: string,
  signal: AbortSignal,
): Promise<readonly Run[] | undefined> {
  const highlighter = signal.aborted ? undefined : await load();
  if (highlighter === undefined) return undefined;
  const runs: Run[] = [];
  for (const piece of codePieces(text)) {
    if (signal.aborted) return undefined;
    const found = highlighter(piece, language);
    if (found === undefined) return undefined;
    runs.push(...found);
    // Clicks and keys come in between.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return runs;
}

/** The runs as elements: text and our own class names only. */
export function runElements(runs: readonly Run[]): DocumentFragment {
  const content = document.createDocumentFragment();
  for (const { kind, text } of runs) {
    if (kind === 'plain' || kind === 'sign') {
      content.append(text);
      continue;
    }
    const element = document.createElement('span');
    element.className = `code-${kind}`;
    element.textContent = text;
    content.append(element);
  }
  return content;
}
