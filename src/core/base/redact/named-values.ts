import type { Credential } from './values/credential-names';
import { quotedAt, type QuotedText } from './values/quoted-text';
import type { Sign, SignKind } from './name-signs';
import { matchAt } from './values/secret-span';
import { changesAsDrawn } from './values/secret-values';

/** Characters of a value by which it is judged. */
export const maxJudged = 256;

export class Value {
  readonly from: number;
  readonly to: number;
  /** Behind its closing quote, if it has one. */
  readonly end: number;

  constructor(
    private readonly text: string,
    { from, to, end }: QuotedText,
    readonly isQuoted: boolean,
  ) {
    this.from = from;
    this.to = to;
    this.end = end;
  }

  /** Nothing follows it on its line, nor the end of a statement. */
  get reachesEnd(): boolean {
    return (
      matchAt(lineRest, this.text, this.end) !== null && !/[,;]/.test(this.text.charAt(this.to - 1))
    );
  }

  /** An end tag follows it. */
  get isElement(): boolean {
    return matchAt(endTag, this.text, this.end) !== null;
  }

  get judged(): string {
    return this.text.slice(this.from, Math.min(this.to, this.from + maxJudged));
  }

  get looksDrawn(): boolean {
    const value = this.judged;
    return value.length >= 20 && /\d/.test(value) && changesAsDrawn(value);
  }
}

const endTag = /(?:\]\]>)?\s{0,40}<\//y;

/** Before a quote: the prefix of a literal, or what a program makes of the text. */
const wrapper =
  /(?:\$(?=')|@(?=")|[brufLN]{1,2}(?=["'])|&(?=["'])|(?:new[ \t]+)?(?:\[\]byte|[\w.:<>]{0,30}?(?:str(?:ing)?|secret(?:str(?:ing)?)?|bytes?|from|of|some|just|text|value|chararray|literal|plain|sensitive)(?:<\w+>)?)\([ \t]{0,3}(?=["'`]))/iy;
const plainRun = /[^\s"'`<>]+/y;
const maxBraced = 620;
const braced = /\{((?:[^{}\n]|\}\})[^}\n]{0,200}(?:\}\}[^}\n]{0,100}){0,4})\}(?=;|$|["'\s])/y;

export function valueAt(text: string, start: number, kind: SignKind): Value | undefined {
  const isBare = kind === 'element' || isQuote(text.charAt(start));
  const at = isBare ? start : behindWrapper(text, start);
  const quoted = isQuote(text.charAt(at)) ? quotedAt(text, at) : undefined;
  // In a shell the text between backticks is a command.
  if (text.charAt(at) === '`' && /\s/.test(text.slice(at, quoted?.to))) return undefined;
  if (quoted !== undefined && quoted.to > quoted.from) return new Value(text, quoted, true);
  if (at > start) return undefined;
  const operated = operatedAt(text, start, kind);
  if (operated !== undefined) return operated;
  return bracedAt(text, start, kind) ?? plainAt(text, start, kind);
}

const operator =
  /(?:q{1,2}|%[qQ]?|~[sS])(?:\{([^{}\n]{4,200})\}|\(([^()\n]{4,200})\)|\[([^[\]\n]{4,200})\]|\/([^/\n]{4,200})\/|\|([^|\n]{4,200})\||!([^!\n]{4,200})!)/y;

/** `q{…}` of Perl, `%q(…)` of Ruby, `~s(…)` of Elixir: quotes by another sign. */
function operatedAt(text: string, start: number, kind: SignKind): Value | undefined {
  if (kind !== 'assign' || !'q%~'.includes(text.charAt(start))) return undefined;
  const found = matchAt(operator, text, start);
  const inner = found?.slice(1).join('') ?? '';
  if (found === null) return undefined;
  const end = start + found[0].length;
  return new Value(text, { from: end - 1 - inner.length, to: end - 1, end }, true);
}

function behindWrapper(text: string, at: number): number {
  return at + (matchAt(wrapper, text, at)?.[0].length ?? 0);
}

function isQuote(unit: string): boolean {
  return unit !== '' && `"'\`\\`.includes(unit);
}

/** `PWD={…};` of a connection string. */
function bracedAt(text: string, start: number, kind: SignKind): Value | undefined {
  if (kind !== 'assign' || text.charAt(start) !== '{') return undefined;
  const isBraced = text.slice(start, start + maxBraced).includes('}');
  const found = isBraced ? matchAt(braced, text, start) : null;
  if (found === null || !/[\d;]/.test(found[1] ?? '')) return undefined;
  const to = start + found[0].length;
  if (text.charAt(to) !== ';') return undefined;
  return new Value(text, { from: start + 1, to: to - 1, end: to }, true);
}

/**
 * A text without blanks and quotes, with as many names and values as it has signs. What all of them
 * ask for is looked for once.
 */
class Run {
  readonly to: number;
  /** Of the last `,name=` and the like, and of the last `;name=`. */
  private readonly lastPlaces: [RegExp, number][] = [];
  private known:
    { readonly ending: RegExp; readonly from: number; readonly to: number } | undefined;

  constructor(
    public text: string,
    readonly from: number,
    private readonly run: string,
  ) {
    this.to = from + run.length;
  }

  /** Whether the run has a sign behind a place. */
  hasBehind(from: number, sign: RegExp): boolean {
    let last = this.lastPlaces.find(([of]) => of === sign);
    if (last === undefined) {
      const found = this.run.includes('=') ? [...this.run.matchAll(sign)].at(-1)?.index : undefined;
      last = [sign, found === undefined ? -1 : this.from + found];
      this.lastPlaces.push(last);
    }
    return last[1] >= from;
  }

  /** Where a value ends that begins at a place, by what ends values. */
  endFrom(from: number, ending: RegExp): number {
    const { known } = this;
    if (known?.ending === ending && from >= known.from && from < known.to) return known.to;
    const at = this.run.slice(from - this.from).search(ending);
    let to = at === -1 ? this.to : from + at;
    while (ending !== partEnd && to > from && this.isTrailing(from, to - 1)) to -= 1;
    this.known = { ending, from, to };
    return to;
  }

  /** Of a sentence; a drawn password may have an exclamation mark. */
  private isTrailing(from: number, at: number): boolean {
    const unit = this.text.charAt(at);
    if (unit === '!') return !changesAsDrawn(this.text.slice(Math.max(from, at - maxJudged), at));
    return '.:?'.includes(unit);
  }
}

let lastRun: Run | undefined;

function runAt(text: string, from: number): Run | undefined {
  if (lastRun !== undefined && from >= lastRun.from && from < lastRun.to && lastRun.text === text) {
    lastRun.text = text;
    return lastRun;
  }
  const found = matchAt(plainRun, text, from)?.[0];
  if (found !== undefined) lastRun = new Run(text, from, found);
  return found === undefined ? undefined : lastRun;
}

function plainAt(text: string, start: number, kind: SignKind): Value | undefined {
  // A quote that nothing closes, in a text that was cut.
  const open = /^\\{0,3}["'`]/.exec(text.slice(start, start + 4))?.[0].length ?? 0;
  const from = start + open;
  if (kind !== 'element') {
    // A placeholder, a list, a call.
    if ('[{<('.includes(text.charAt(from))) return undefined;
    const to = runAt(text, from)?.to;
    return to === undefined ? undefined : new Value(text, { from, to, end: to }, false);
  }
  const run = matchAt(elementRun, text, from)?.[0];
  if (run === undefined) return undefined;
  const to = from + run.length;
  return new Value(text, { from, to, end: to }, true);
}

const elementRun = /(?:[^<\n\]]|\](?!\]>)){1,4096}/y;
const lineRest = /[ \t]*(?:\r?\n|$)/y;

const pair = /[?&;,][\w.]+=/g;
const part = /;[A-Za-z]\w{0,40}=/g;
const anyEnd = /[,;&)\]}|#]|\\[bfnrt"']/;
const partEnd = /;/;

/** Of a text without quotes: what ends a value in programs, lists and addresses is not of it. */
export function cut(
  text: string,
  value: Value,
  { text: sign }: Sign,
  { isPassword }: Credential,
): Pick<Value, 'from' | 'to'> {
  const { from, to } = value;
  const run = runAt(text, from);
  if (run === undefined) return { from, to };
  // The name of the next attribute of an element.
  if (text.charAt(run.to - 1) === '=' && isQuote(text.charAt(run.to))) return { from, to: from };
  const isWhole =
    isPassword &&
    value.reachesEnd &&
    (sign === '=' || sign.startsWith(': ')) &&
    !/[)\]}]/.test(text.charAt(to - 1)) &&
    !run.hasBehind(from, pair);
  if (isWhole) return { from, to };
  // A connection string: only a semicolon ends a part of it.
  const isPart = sign === '=' && run.hasBehind(from, part);
  return { from, to: run.endFrom(from, isPart ? partEnd : anyEnd) };
}
