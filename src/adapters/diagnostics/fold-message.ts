import { readList, readString, readValue, type UnknownObject } from '../../core/base/json-read';
import { cutEnd } from '../../core/base/text-lines';

const maxMessage = 1000;
/** A longer replacement is code, which the reader will look at anyhow. */
const maxReplacement = 200;

/** What is told with every problem of its kind, and helps nobody to mend it. */
const boilerplate =
  / on by default$|^for further information visit |^`-[WDF] .*` implied by |^to override `/;

/**
 * A problem in one line: its message, what the compiler says at the place, then its notes and what it
 * suggests. Suggestions for other files are left out: those may be files that nobody may read.
 */
export function foldMessage(message: UnknownObject, text: string): string {
  const primary = readList(message, 'spans').find((span) => readValue(span, 'is_primary') === true);
  const label = readString(primary, 'label') ?? '';
  const place = label === '' || text.includes(label) ? [] : [label];
  const file = readString(primary, 'file_name');
  const children = readList(message, 'children').flatMap((child) => childText(child, file));
  const whole = [[text, ...place].join(': '), ...children].join('; ');
  return bounded(whole.replace(/\s+/g, ' ').trim());
}

function childText(child: unknown, file: string | undefined): readonly string[] {
  const text = readString(child, 'message') ?? '';
  if (text === '' || boilerplate.test(text)) return [];
  const replacements = readList(child, 'spans').flatMap((span) => {
    const replacement = readString(span, 'suggested_replacement')?.trim() ?? '';
    const isShort = replacement !== '' && replacement.length <= maxReplacement;
    return isShort && readString(span, 'file_name') === file ? [`\`${replacement}\``] : [];
  });
  const suggested = replacements.length === 0 ? '' : `: ${replacements.join(', ')}`;
  return [`${readString(child, 'level') ?? 'note'}: ${text}${suggested}`];
}

function bounded(text: string): string {
  return text.length <= maxMessage ? text : `${cutEnd(text, maxMessage)}…`;
}
