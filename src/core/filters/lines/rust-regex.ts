import { inEnglish, say, type Sentence } from '../../base/sentence';

/** What `\w`, `\d` and `\s` are in Rust: by Unicode. In JavaScript they are ASCII, but for `\s`. */
const classes: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  s: String.raw`\p{White_Space}`,
  w: String.raw`[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]`,
};
const word = classes['w'] ?? '';
const before = `(?<=${word})`;
const notBefore = `(?<!${word})`;
const after = `(?=${word})`;
const notAfter = `(?!${word})`;

/** Assertions by their name behind the backslash. */
const assertions: Readonly<Record<string, string>> = {
  A: '^',
  z: '$',
  '<': notBefore + after,
  '>': before + notAfter,
  b: `(?:${before}${notAfter}|${notBefore}${after})`,
  B: `(?:${before}${after}|${notBefore}${notAfter})`,
  'b{start}': notBefore + after,
  'b{end}': before + notAfter,
  'b{start-half}': notBefore,
  'b{end-half}': notAfter,
};

const posix: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: String.raw`\x00-\x7f`,
  blank: String.raw`\t\x20`,
  cntrl: String.raw`\x00-\x1f\x7f`,
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: String.raw`\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e`,
  space: String.raw`\t\n\v\f\r\x20`,
  upper: 'A-Z',
  word: String.raw`0-9A-Za-z\x5f`,
  xdigit: '0-9A-Fa-f',
};

const controls: Readonly<Record<string, string>> = {
  ...{ a: '\\x07', f: '\\f', n: '\\n', r: '\\r', t: '\\t', v: '\\v' },
};

/** What is wrong with a pattern, for users; V8's own messages are in English only. */
export class PatternError extends SyntaxError {
  constructor(readonly said: Sentence) {
    super(inEnglish(said));
  }
}

interface Flags {
  readonly m: boolean;
  readonly s: boolean;
}

/** Part of a class: one character, which can bound a range, or a set. */
interface ClassItem {
  readonly text: string;
  readonly isChar: boolean;
}

/**
 * A regular expression in Rust's syntax, as 003 has it, in JavaScript's, with the flag `v` as
 * `(?v)` in front. Throws a PatternError for what would mean something else. Look-around and
 * backreferences, which Rust lacks, mean what they mean in JavaScript.
 */
export function translateRust(pattern: string): string {
  return new RustPattern(pattern).translate();
}

class RustPattern {
  private at = 0;
  private ignoresCase = false;

  constructor(private readonly pattern: string) {}

  translate(): string {
    const source = this.alternatives({ m: false, s: false });
    if (this.at < this.pattern.length) throw new PatternError(say`")" closes no group`);
    return `(?${this.ignoresCase ? 'i' : ''}v)${source}`;
  }

  /** Up to the end of the group; flags hold from where they stand. */
  private alternatives(outer: Flags): string {
    let flags = outer;
    let text = '';
    while (this.at < this.pattern.length && !this.sees(')')) {
      const set = this.take(/^\(\?[a-zA-Z-]+\)/);
      if (set === undefined) text += this.part(flags);
      else flags = this.withFlags(flags, set.slice(2, -1), text === '' && this.at === set.length);
    }
    return text;
  }

  private part(flags: Flags): string {
    const quantifier = this.take(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??/);
    if (quantifier !== undefined) return quantifier;
    if (this.take(/^\{,/) !== undefined) {
      throw new PatternError(say`write ${'{0,n}'} instead of ${'{,n}'}`);
    }
    if (this.sees('(')) return this.group(flags);
    if (this.sees('[')) return this.classOf();
    const char = this.char();
    return char === '\\' ? this.escape() : plainPart(char, flags);
  }

  private group(flags: Flags): string {
    const named = this.take(/^\(\?P?<(?=[^=!])[^>]*>/);
    const plain = named ?? this.take(/^\((?:\?(?::|=|!|<=|<!))?(?!\?)/);
    const scoped = plain ?? this.take(/^\(\?[a-zA-Z-]*:/);
    if (scoped === undefined) throw unclear(`"${this.pattern.slice(this.at, this.at + 4)}"`);
    const own = plain === undefined ? this.withFlags(flags, scoped.slice(2, -1), false) : flags;
    const inside = this.alternatives(own);
    if (this.take(/^\)/) === undefined) throw new PatternError(say`a group has no end`);
    return `${plain === undefined ? '(?:' : scoped.replace('(?P<', '(?<')}${inside})`;
  }

  private withFlags(flags: Flags, given: string, isFirst: boolean): Flags {
    const [on = '', off = ''] = given.split('-');
    const unknown = /[^ims]/.exec(on.replaceAll('u', '') + off)?.[0];
    if (unknown !== undefined) throw new PatternError(say`the flag ${unknown} is not supported`);
    if ((on.includes('i') && !isFirst) || off.includes('i')) {
      throw new PatternError(say`the flag i is supported only at the beginning`);
    }
    this.ignoresCase ||= on.includes('i');
    const flag = (name: 'm' | 's') => (on.includes(name) || flags[name]) && !off.includes(name);
    return { m: flag('m'), s: flag('s') };
  }

  /** Behind a backslash, outside a class. */
  private escape(): string {
    const assertion = this.take(/^(?:b\{[a-z-]*\}|[AzbB<>])/);
    if (assertion !== undefined) {
      const text = assertions[assertion];
      if (text === undefined) throw unclear(`\\${assertion}`);
      return text;
    }
    const reference = this.take(/^(?:[1-9]|k<[^>]*>)/);
    if (reference !== undefined) return `(?:\\${reference})`;
    return this.escapedItem(literal).text;
  }

  private escapedItem(plain: (char: string) => string): ClassItem {
    const set = this.take(/^(?:[dDsSwW]|[pP](?:\{[^}]*\}|[A-Za-z]))/);
    if (set !== undefined) return { text: setText(set), isChar: false };
    const hex = this.take(
      /^(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[xuU]\{[\da-fA-F]{1,8}\})/,
    );
    if (hex !== undefined) {
      const code = Number.parseInt(hex.slice(1).replace(/[{}]/g, ''), 16);
      if (code > 0x10ffff) throw unclear(`\\${hex}`);
      return { text: `\\u{${code.toString(16)}}`, isChar: true };
    }
    const char = this.char();
    const control = controls[char];
    if (control !== undefined) return { text: control, isChar: true };
    if (char === '' || /[A-Za-z0-9<>]/.test(char)) throw unclear(`\\${char}`);
    return { text: plain(char), isChar: true };
  }

  /** A class: sets, ranges, classes in it, and `&&`, `--` and `~~` between sets. */
  private classOf(): string {
    const open = this.take(/^\[\^?/) ?? '[';
    let set: string | undefined;
    let operator = '';
    // At the beginning both are themselves.
    let items = classText(this.take(/^(?:-+|\])/) ?? '');
    const close = (next: string): void => {
      set = set === undefined ? items : joined(set, operator, items);
      items = '';
      operator = next;
    };
    for (;;) {
      if (this.at >= this.pattern.length) {
        throw new PatternError(say`a class has no end: write ${'\\['} for "["`);
      }
      if (this.take(/^\]/) !== undefined) break;
      const next = this.take(/^(?:&&|--(?!\])|~~)/);
      if (next === undefined) items += this.classPart();
      else close(next);
    }
    close('');
    return `${open}${set ?? ''}]`;
  }

  private classPart(): string {
    const named = this.take(/^\[:\^?[a-z]+:\]/);
    if (named !== undefined) return posixText(named);
    if (this.sees('[')) return this.classOf();
    const first = this.classItem();
    if (!this.sees('-') || /^-(?:[-\]]|$)/.test(this.pattern.slice(this.at))) return first.text;
    this.at += 1;
    const last = this.classItem();
    if (!first.isChar || !last.isChar) throw new PatternError(say`a range needs two characters`);
    return `${first.text}-${last.text}`;
  }

  private classItem(): ClassItem {
    const char = this.char();
    return char === '\\'
      ? this.escapedItem(classLiteral)
      : { text: classLiteral(char), isChar: true };
  }

  private sees(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  private take(form: RegExp): string | undefined {
    const found = form.exec(this.pattern.slice(this.at))?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private char(): string {
    const code = this.pattern.codePointAt(this.at);
    const char = code === undefined ? '' : String.fromCodePoint(code);
    this.at += char.length;
    return char;
  }
}

function plainPart(char: string, flags: Flags): string {
  switch (char) {
    case '.':
      return flags.s ? '[^]' : '[^\\n]';
    case '^':
      return flags.m ? '(?<=^|\\n)' : '^';
    case '$':
      return flags.m ? '(?=$|\\n)' : '$';
    case '|':
      return '|';
    default:
      return literal(char);
  }
}

function joined(left: string, operator: string, right: string): string {
  const [a, b] = [`[${left}]`, `[${right}]`];
  return operator === '~~' ? `[${a}--${b}][${b}--${a}]` : `[${a}${operator}${b}]`;
}

function setText(set: string): string {
  const name = set.charAt(0);
  const plain = classes[name.toLowerCase()];
  if (plain !== undefined) {
    if (name !== name.toUpperCase()) return plain;
    return plain.startsWith('[') ? `[^${plain.slice(1)}` : plain.replace('p', 'P');
  }
  const given = set.slice(1).replace(/[{}\s]/g, '');
  const isNegated = (name === 'P') !== (given.startsWith('^') || given.includes('!='));
  const [first = '', value] = given.replace('^', '').split(/!?[=:]/);
  const names = value === undefined ? [first, `Script=${first}`] : [`${first}=${value}`];
  const known = names.find((each) => isProperty(each));
  if (known === undefined) throw unclear(`\\${set}`);
  return `\\${isNegated ? 'P' : 'p'}{${known}}`;
}

function isProperty(name: string): boolean {
  try {
    return new RegExp(`\\p{${name}}`, 'v').source !== '';
  } catch {
    return false;
  }
}

function posixText(named: string): string {
  const isNegated = named.startsWith('[:^');
  const ranges = posix[named.slice(isNegated ? 3 : 2, -2)];
  if (ranges === undefined) throw unclear(named);
  return `[${isNegated ? '^' : ''}${ranges}]`;
}

function literal(char: string): string {
  return /[$()*+.?[\\\]^{|}/]/.test(char) ? `\\${char}` : char;
}

function classText(text: string): string {
  return text.replaceAll(/[\]-]/g, '\\$&');
}

function classLiteral(char: string): string {
  return /[$()*+.?[\\\]^{|}/&\-!#%,:;<=>@`~]/.test(char) ? `\\${char}` : char;
}

function unclear(what: string): PatternError {
  return new PatternError(say`${what} is not supported`);
}
