import { allInEnglish, englishOf, t } from '../../window/language';
import {
  reportText,
  rowsBlock,
  section,
  type Report,
  type ReportAction,
  type ReportRow,
  type ReportTone,
} from '../report/report';

export type CheckLevel = 'ok' | 'warning' | 'problem';

export interface Check {
  readonly name: string;
  readonly level: CheckLevel;
  readonly text: string;
  readonly remedy?: string;
  /** Where the user carries the remedy out. */
  readonly action?: ReportAction;
}

export function check(
  level: CheckLevel,
  name: string,
  text: string,
  fix: string | Pick<Check, 'remedy' | 'action'> = {},
): Check {
  return { name, level, text, ...(typeof fix === 'string' ? { remedy: fix } : fix) };
}

/** A button for one of our commands. */
export function button(title: string, command: string): ReportAction {
  return { title, command: `gatehouse.${command}` };
}

const tones: Readonly<Record<CheckLevel, ReportTone>> = {
  ok: 'good',
  warning: 'ask',
  problem: 'bad',
};

/** Problems first; what is fine is folded. The name of the home folder is left out. */
export function doctorPage(checks: readonly Check[], home: string): Report {
  const of = (level: CheckLevel) => checks.filter((each) => each.level === level);
  const bad = [...of('problem'), ...of('warning')];
  const passed = of('ok').map((each) => rowOf(each, home));
  const worst = bad[0]?.level ?? 'ok';
  return {
    title: t('Check Setup'),
    verdict: { tone: tones[worst], text: summary(checks) },
    actions: [
      button(t('Check Again'), 'doctor'),
      button(t('Save Support Bundle…'), 'saveSupportBundle'),
    ],
    blocks: [],
    sections: [
      section(t('To fix'), rowsBlock(bad.map((each) => rowOf(each, home)))),
      section(
        t('Passed'),
        bad.length === 0
          ? rowsBlock(passed)
          : [{ kind: 'fold', summary: checksText(passed.length), blocks: rowsBlock(passed) }],
      ),
    ],
    notes: [],
  };
}

/** Plain English text, fit for a bug report: no secrets, no name of the home folder. */
export function doctorReport(checks: readonly Check[], home: string): string {
  return allInEnglish(() => reportText(doctorPage(checks.map(englishCheck), home)));
}

function rowOf({ name, level, text, remedy, action }: Check, home: string): ReportRow {
  const short = (part: string) => (home.length > 1 ? part.replaceAll(home, '~') : part);
  return {
    mark: { tone: tones[level], text: levelText(level) },
    name: short(name),
    texts: [short(text), ...(remedy === undefined ? [] : [short(remedy)])],
    ...(action !== undefined && { action }),
  };
}

function summary(checks: readonly Check[]): string {
  const count = (level: CheckLevel) => checks.filter((each) => each.level === level).length;
  const problems = count('problem');
  const warnings = count('warning');
  if (problems === 0) return warnings === 0 ? t('No problems found') : warningsText(warnings);
  if (warnings === 0) return problemsText(problems);
  return t('{0}, {1}', problemsText(problems), warningsText(warnings));
}

function problemsText(count: number): string {
  return count === 1 ? t('1 problem') : t('{0} problems', count);
}

function warningsText(count: number): string {
  return count === 1 ? t('1 warning') : t('{0} warnings', count);
}

function checksText(count: number): string {
  return count === 1 ? t('1 check') : t('{0} checks', count);
}

function levelText(level: CheckLevel): string {
  return { ok: t('ok'), warning: t('warning'), problem: t('problem') }[level];
}

function englishCheck({ name, text, remedy, ...more }: Check): Check {
  return {
    ...more,
    name: englishOf(name),
    text: englishOf(text),
    ...(remedy !== undefined && { remedy: englishOf(remedy) }),
  };
}
