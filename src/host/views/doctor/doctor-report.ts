import { counted } from '../../../core/base/wording';
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
    title: 'Check Setup',
    verdict: { tone: tones[worst], text: summary(checks) },
    actions: [button('Check Again', 'doctor'), button('Save Support Bundle…', 'saveSupportBundle')],
    blocks: [],
    sections: [
      section('To fix', rowsBlock(bad.map((each) => rowOf(each, home)))),
      section(
        'Passed',
        bad.length === 0
          ? rowsBlock(passed)
          : [{ kind: 'fold', summary: counted(passed.length, 'check'), blocks: rowsBlock(passed) }],
      ),
    ],
    notes: [],
  };
}

/** Plain text, fit for a bug report: no secrets, no name of the home folder. */
export function doctorReport(checks: readonly Check[], home: string): string {
  return reportText(doctorPage(checks, home));
}

function rowOf({ name, level, text, remedy, action }: Check, home: string): ReportRow {
  const short = (part: string) => (home.length > 1 ? part.replaceAll(home, '~') : part);
  return {
    mark: { tone: tones[level], text: level },
    name: short(name),
    texts: [short(text), ...(remedy === undefined ? [] : [short(remedy)])],
    ...(action !== undefined && { action }),
  };
}

function summary(checks: readonly Check[]): string {
  const found = (['problem', 'warning'] as const).flatMap((level) => {
    const count = checks.filter((each) => each.level === level).length;
    return count === 0 ? [] : [counted(count, level)];
  });
  return found.length === 0 ? 'No problems found' : found.join(', ');
}
