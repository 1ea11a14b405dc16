import type { HereDocumentNode, HereStringNode, Redirect, Tail, Word } from './script';
import { isMetacharacter, scanWord, skipBlanks, startsProcess } from './scan-word';
import type { Source } from './source';

/** Longest first. */
const operators = [
  '&>>',
  '<<<',
  '<<-',
  '&>',
  '>>',
  '>|',
  '>&',
  '<>',
  '<&',
  '<<',
  '>',
  '<',
] as const;

/** Redirections as they are read. */
export class TailBuilder {
  private readonly redirects: Redirect[] = [];
  private readonly documents: HereDocumentNode[] = [];
  private readonly hereStrings: HereStringNode[] = [];

  /** Reads a redirection, if one begins here. */
  read(source: Source): boolean {
    const digits = countDigits(source);
    if (!isRedirect(source, digits)) return false;
    source.takeJoins();
    const start = source.position;
    source.take(digits);
    const operator = operators.find((each) => source.takeIf(each));
    if (operator === undefined) return false;
    skipBlanks(source);
    if (isMetacharacter(source.at()) && !startsProcess(source)) {
      source.doubt(`The command is not complete: what "${operator}" stands for is missing.`);
    }
    const word = operator.endsWith('&') && source.at() === '-' ? closing(source) : scanWord(source);
    if (operator === '<<<') this.hereStrings.push({ start, end: word.end, word });
    else if (operator === '<<' || operator === '<<-') this.expect(source, operator, word);
    else this.redirects.push({ operator, target: word });
    return true;
  }

  finish(): Tail {
    const { redirects, documents, hereStrings } = this;
    return { redirects, documents, hereStrings };
  }

  private expect(source: Source, operator: '<<' | '<<-', word: Word): void {
    const written = source.text.slice(word.start, word.end);
    if (/\$['"(]|`/.test(written)) source.doubt('The mark of a here-document is unusual.');
    source.pending.push({
      delimiter: written.replace(/\\([^])|['"]/g, '$1'),
      quoted: /['"\\]/.test(written),
      stripsTabs: operator === '<<-',
      into: this.documents,
    });
  }
}

/** Reads the redirections after a compound command. */
export function parseTail(source: Source): Tail {
  const tail = new TailBuilder();
  do skipBlanks(source);
  while (tail.read(source));
  return tail.finish();
}

/** After `>&` and `<&` a dash is a token of its own: `2>&-x` closes, and `x` is the next word. */
function closing(source: Source): Word {
  source.takeJoins();
  const start = source.position;
  source.take();
  return { start, end: source.position, inner: [] };
}

/** A number too long for a descriptor is a word. */
const maxDigits = 18;

function countDigits(source: Source): number {
  let digits = 0;
  while (digits <= maxDigits && /^[0-9]$/.test(source.at(digits))) digits++;
  return digits > maxDigits ? 0 : digits;
}

function isRedirect(source: Source, digits: number): boolean {
  const next = source.at(digits);
  if (next === '&') return digits === 0 && source.at(1) === '>';
  return (next === '<' || next === '>') && source.at(digits + 1) !== '(';
}
