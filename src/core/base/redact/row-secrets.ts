import { credentialIn, type Credential } from './values/credential-names';
import { matchAt, noSpans, type Place, spanOf, type SecretSpan } from './values/secret-span';
import {
  changesAsDrawn,
  isDrawnPassword,
  isDrawnWord,
  isPlaceholder,
} from './values/secret-values';

const columns = /[ \t]+[^\s(]{1,80}[ \t]*\(([^()]{1,400})\)\s{0,20}values?\s{0,20}(?=\()/iy;
const rowBegin = /\s{0,20},?\s{0,20}\(/y;
const item =
  /\s{0,9}(?:[Nn]?'((?:[^'\\\n]|\\.|''){0,200})'|"([^"\n]{0,200})"|[^,()'"\n]{0,100}(?:\([^()\n]{0,200}\))?)\s{0,9}(,?)/y;
const maxRows = 50;

/** `INSERT INTO users (name, password) VALUES ('…', '…')` */
export function insertedAt({ text, start, end }: Place): readonly SecretSpan[] {
  const found = matchAt(columns, text, end);
  const names = found?.[1]?.split(',') ?? [];
  const credentials = names.map((name) => credentialIn(name.trim().replace(/^\W|\W$/g, ''), false));
  if (found === null || credentials.every((each) => each === undefined)) return noSpans;
  const spans: SecretSpan[] = [];
  let at: number | undefined = end + found[0].length;
  for (let row = 0; row < maxRows && at !== undefined; row += 1) {
    const begin = matchAt(rowBegin, text, at);
    if (begin === null) break;
    const values = rowAt(text, at + begin[0].length, credentials.length);
    for (const [place, { from, value }] of values.items.entries()) {
      const credential = credentials[place];
      if (credential === undefined || !isThoughtUp(value, credential)) continue;
      spans.push(...spanOf('secret', start, from, from + value.length));
    }
    at = values.end;
  }
  return spans;
}

interface Row {
  readonly items: readonly { readonly from: number; readonly value: string }[];
  /** Behind its bracket; undefined if it does not end so. */
  readonly end: number | undefined;
}

function rowAt(text: string, from: number, most: number): Row {
  const items: { from: number; value: string }[] = [];
  let at = from;
  while (items.length < most) {
    const given = matchAt(item, text, at);
    if (given === null) break;
    const [whole, single, double, comma] = given;
    const value = single ?? double ?? '';
    items.push({ from: at + whole.indexOf(value, whole.search(/['"]/) + 1), value });
    at += whole.length;
    if (comma === '') break;
  }
  return { items, end: text.charAt(at) === ')' ? at + 1 : undefined };
}

/** A value that a name only accompanies: as programs draw them, or with digits and signs. */
export function isThoughtUp(
  value: string,
  { isPassword }: Pick<Credential, 'isPassword'>,
): boolean {
  if (value.length < 6 || isPlaceholder(value) || /[\s/:=()<>{}]/.test(value)) return false;
  if (!isPassword) return isDrawnWord(value);
  if (isDrawnPassword(value) || isDrawnWord(value)) return true;
  const hasSign = /[!@#$%^&*+~]/.test(value) && /[A-Za-z]/.test(value);
  return hasSign && (/\d/.test(value) || changesAsDrawn(value));
}

const saidBefore =
  /\b(?:value|val)["']?[ \t]{0,4}[:=][ \t]{0,4}["']([^"'\n]{8,120})["'][^"'\n]{0,20}\n?[ \t]{0,40}["']?(?:name|key|id|setting|variable)["']?[ \t]{0,4}[:=][ \t]{0,4}["']$/i;
const maxBefore = 220;

/** `{"value": "…", "name": "DB_PASSWORD"}`: the name comes after its value. */
export function valueBefore(
  text: string,
  { start, floor }: Pick<Place, 'start' | 'floor'>,
  credential: Credential,
): readonly SecretSpan[] {
  if (!/["']/.test(text.charAt(start - 1))) return noSpans;
  const near = text.slice(Math.max(floor, start - maxBefore), start);
  const found = /value|val/i.test(near) ? saidBefore.exec(near) : null;
  const value = found?.[1];
  if (found === null || value === undefined || !isThoughtUp(value, credential)) return noSpans;
  const from = start - near.length + found.index + found[0].indexOf(value);
  return spanOf('secret', from, from, from + value.length);
}

const said =
  /["'`]?(?:[ \t]+[^\s:=]{1,40}){1,7}?(?:[ \t]{0,3}[:=]|[ \t]+is:?)[ \t]*(?:\r?\n[ \t]{0,8}){0,2}["'`]?([^\s"'`]{6,100})/y;
/** `credentials: admin / …` */
const pairSaid =
  /(?:[ \t]+[^\s:=]{1,40}){0,6}?(?:[ \t]{0,3}[:=]|[ \t]+(?:is|are):?)[ \t]*[\w.@-]{1,40}[ \t]?[/:][ \t]?([^\s"'`]{6,100})/y;

/** `Password for the user x: …`: words between name and value. */
export function saidBehind(
  text: string,
  start: number,
  end: number,
  credential: Credential,
): readonly SecretSpan[] {
  const isPair = /cred/i.test(text.slice(start, end));
  const found = (isPair ? matchAt(pairSaid, text, end) : null) ?? matchAt(said, text, end);
  const value = found?.[1]?.replace(/[,.;)]+$/, '');
  if (found === null || value === undefined || /@[\w-]+\.\w/.test(value)) return noSpans;
  if (!isThoughtUp(value, isPair ? { isPassword: true } : credential)) return noSpans;
  const from = end + found[0].length - (found[1] ?? '').length;
  return spanOf('secret', start, from, from + value.length);
}

/** A name of a column, without the blanks around it. */
const columnName = /^["'`*]{0,2}[A-Za-z_][\w .()-]{0,40}["'`*]{0,2}$/;
const maxColumns = 41;
const credentialWord = /pass|pwd|secret|token|key|cred|salt/i;
const divider = /[,;|│\t]/;
const maxHeader = 600;
const maxRow = 2000;

/** True for a line of names, one of which may say credential. */
export function isHeaderOfColumns(line: string): boolean {
  if (line.length > maxHeader || !credentialWord.test(line)) return false;
  // Split first: one pattern for all columns would try every way to share out their blanks.
  const names = line.trim().replace(/^[|│]/, '').replace(/[|│]$/, '').split(divider);
  const isTable = names.length > 1 && names.length <= maxColumns;
  return isTable && names.every((name) => columnName.test(name.trim()));
}

/** True for a line that may be a row below such names. */
export function isRowOfColumns(line: string): boolean {
  return line.length <= maxRow && (divider.test(line) || /^[ \t|+:=-]+\r?$/.test(line));
}

/** The table that was read last: what is in it is read once, however many names it has. */
let lastTable: { readonly text: string; readonly from: number; readonly to: number } | undefined;

/** Below the names of columns (CSV, Markdown, `psql`): the cells of those that say credential. */
export function columnsBelow({ text, start, end, floor }: Place): readonly SecretSpan[] {
  if (isInTable(text, start)) return noSpans;
  const behind = text.slice(end, end + maxHeader).indexOf('\n');
  if (behind === -1) return noSpans;
  const least = Math.max(floor, start - maxHeader);
  const from = least + text.slice(least, start).lastIndexOf('\n') + 1;
  const line = text.slice(from, end + behind);
  if (!isHeaderOfColumns(line)) return noSpans;
  const sign = divider.exec(line.replace(/^[ \t]*[|│]/, ''))?.[0] ?? ',';
  const credentials = line.split(sign).map((name) => credentialIn(bare(name), false));
  const spans: SecretSpan[] = [];
  let at = end + behind + 1;
  for (let row = rowAfter(text, at); row !== undefined; row = rowAfter(text, at)) {
    spans.push(...cellsAt(row, at, { sign, credentials, begin: start }));
    at += row.length + 1;
  }
  lastTable = { text, from, to: at };
  return spans;
}

function isInTable(text: string, start: number): boolean {
  if (lastTable === undefined || start < lastTable.from || start >= lastTable.to) return false;
  return lastTable.text === text;
}

function rowAfter(text: string, at: number): string | undefined {
  const row = at < text.length ? matchAt(rowLine, text, at)?.[0] : undefined;
  return row !== undefined && isRowOfColumns(row) ? row : undefined;
}

const rowLine = /[^\n]{0,2001}/y;

function bare(name: string): string {
  return name
    .trim()
    .replace(/^["'`*]+|["'`*]+$/g, '')
    .replaceAll(' ', '_');
}

interface Columns {
  readonly sign: string;
  readonly credentials: readonly (Credential | undefined)[];
  readonly begin: number;
}

function cellsAt(line: string, from: number, { sign, credentials, begin }: Columns) {
  const cells = line.split(sign);
  if (cells.length !== credentials.length) return noSpans;
  let at = from;
  return cells.flatMap((given, place): readonly SecretSpan[] => {
    const start = at;
    at += given.length + sign.length;
    const credential = credentials[place];
    const value = given.trim().replace(/^["'`]|["'`]$/g, '');
    if (credential === undefined || !isThoughtUp(value, credential)) return noSpans;
    const to = start + given.indexOf(value);
    return [{ kind: 'secret', begin, from: to, to: to + value.length }];
  });
}
