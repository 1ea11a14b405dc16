import { neutralToastText } from '../window/neutral-text';
import type { FiltersHost, RuleSources } from './reloading-filters';
import type { FilterProblem } from './rule-file-locations';
import { englishOf, shownCount, t } from '../window/language';

export interface ProblemNoticesDeps {
  readonly log: Pick<RuleSources['log'], 'warn' | 'report'>;
  readonly window: NoticeWindow;
}

export interface NoticeWindow {
  /** Shows a notification; answers the button that was clicked. */
  warn(text: string, ...buttons: readonly string[]): PromiseLike<string | undefined>;
  showAt(file: string, line: number | undefined): PromiseLike<void>;
  showLog(): PromiseLike<void>;
}

/** Reports problems of rules once: each in the log, all together in one notification. */
export function createProblemNotices({ log, window }: ProblemNoticesDeps): FiltersHost['notify'] {
  let reported: ReadonlySet<string> = new Set();

  async function show(first: FilterProblem, more: number): Promise<void> {
    const { file, line, text } = first;
    const openFile = t('Open File');
    const showLog = t('Show Output Log');
    const shown = neutralToastText(noticeText(text, more));
    const buttons = [...(file === undefined ? [] : [openFile]), ...(more > 0 ? [showLog] : [])];
    const chosen = await window.warn(shown, ...buttons);
    if (chosen === openFile && file !== undefined) await window.showAt(file, line);
    if (chosen === showLog) await window.showLog();
  }

  return (problems) => {
    const [first, ...others] = problems.filter(({ text }) => !reported.has(text));
    reported = new Set(problems.map(({ text }) => text));
    if (first === undefined) return;
    for (const { text } of [first, ...others]) log.warn(`Output filters: ${englishOf(text)}`);
    show(first, others.length).catch(log.report);
  };
}

function noticeText(text: string, more: number): string {
  if (more === 0) return t('Gatehouse output filters: {0}', text);
  return more === 1
    ? t('Gatehouse output filters: {0} And 1 more problem.', text)
    : t('Gatehouse output filters: {0} And {1} more problems.', text, shownCount(more));
}
