import { escapeControlInline } from '../../../core/base/escape-control';
import { redactText } from '../../../core/base/redact/redact';
import { counted, wordLines } from '../../../core/base/wording';

export type CheckLevel = 'ok' | 'warning' | 'problem';

export interface Check {
  readonly name: string;
  readonly level: CheckLevel;
  readonly text: string;
  readonly remedy?: string;
}

export function check(level: CheckLevel, name: string, text: string, remedy?: string): Check {
  return { name, level, text, ...(remedy !== undefined && { remedy }) };
}

const levelWidth = 9;
const nameWidth = 12;
/** In characters, so that the report is readable where it is pasted. */
const textWidth = 64;

/** Plain text, fit for a bug report: no secrets, no name of the home folder. */
export function doctorReport(checks: readonly Check[], home: string): string {
  const indent = ' '.repeat(levelWidth + nameWidth);
  const lines = checks.flatMap(({ name, level, text, remedy = '' }) => {
    const [first = '', ...more] = [text, remedy].flatMap((part) =>
      wordLines(clean(part, home), textWidth),
    );
    const head = `${level.padEnd(levelWidth)}${name.padEnd(nameWidth)}${first}`;
    return [head, ...more.map((line) => `${indent}${line}`)];
  });
  return ['Gatehouse Doctor', summary(checks), '', ...lines, ''].join('\n');
}

function summary(checks: readonly Check[]): string {
  const count = (level: CheckLevel) => checks.filter((check) => check.level === level).length;
  const found = (['problem', 'warning'] as const).flatMap((level) =>
    count(level) === 0 ? [] : [counted(count(level), level)],
  );
  return found.length === 0 ? 'No problems found.' : `${found.join(', ')}.`;
}

function clean(text: string, home: string): string {
  const short = home.length > 1 ? text.replaceAll(home, '~') : text;
  return escapeControlInline(redactText(short).text);
}
