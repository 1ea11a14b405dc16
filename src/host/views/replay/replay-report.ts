import { cutMarked } from '../../../core/base/text-lines';
import { phaseOf } from '../../../core/agent/turn/run-calls';
import type { RunContext } from '../../../core/contracts/calls/call';
import { succeed, type Result } from '../../../core/contracts/failure';
import {
  replayDecisions,
  type ReplayDeps,
  type ReplayedDecision,
} from '../../../core/pipeline/replay';
import type { RecordedCall, Recording } from '../../../core/wire/replay/recording';
import type { RecordedDecision } from '../../../core/contracts/calls/decision';
import { shortToolName } from '../../../core/contracts/tool-spec';
import { callSubject } from '../audit/fields';
import { factsBlock, rowsBlock, section, type Report, type ReportRow } from '../report/report';
import type { Runner } from '../../../core/ports/runner';
import { shownCount, t } from '../../window/language';

export interface ReportDeps {
  /** Fails with the error in the file and a remedy. */
  readonly read: (file: string) => Promise<Result<Recording>>;
  readonly replay: ReplayDeps;
  readonly runner: Pick<Runner, 'toolsWith'>;
  /** An empty chat. */
  readonly context: () => RunContext;
}

export async function reportOn(
  file: string,
  { read, replay, runner, context }: ReportDeps,
  signal: AbortSignal,
): Promise<Result<Report>> {
  const recording = await read(file);
  if (!recording.ok) return recording;
  const { title, turns } = recording.value;
  const calls = turns.flatMap(({ steps }) => steps.flatMap((step) => step.calls));
  const decided = await replayDecisions(
    calls.map((call) => withPhase(call, runner)),
    context(),
    replay,
    signal,
  );
  const compared = decided.flatMap((replayed, index) => {
    const call = calls[index];
    return call === undefined ? [] : [{ call, replayed }];
  });
  const untried = calls.length - compared.length;
  return succeed(replayReport({ title, file, calls: compared, untried }));
}

/** The phase as the agent sets it. */
function withPhase(call: RecordedCall, runner: ReportDeps['runner']) {
  return { ...call, phase: phaseOf(call.tool, runner) };
}

export interface ComparedCall {
  readonly call: RecordedCall;
  readonly replayed: ReplayedDecision;
}

export interface ReplayFacts {
  readonly title: string;
  readonly file: string;
  /** In the order of the calls. */
  readonly calls: readonly ComparedCall[];
  /** Calls of the recording that were not tried, because the user stopped the replay. */
  readonly untried: number;
}

/** Differences from the recorded decisions, those first. */
export function replayReport({ title, file, calls, untried }: ReplayFacts): Report {
  const numbered = calls.map((each, index) => ({ ...each, number: index + 1 }));
  const different = numbered.filter(({ replayed }) => replayed.differs);
  const same = numbered.filter(({ replayed }) => !replayed.differs);
  const unrecorded = calls.filter(({ call }) => call.expect.decision === undefined).length;
  return {
    title: t('Replay'),
    subject: title,
    verdict: {
      tone: different.length > 0 ? 'ask' : 'good',
      text: verdict(calls.length, different.length),
    },
    actions: [{ title: t('Manage Rules…'), command: 'gatehouse.manageRules' }],
    blocks: factsBlock([
      [t('File'), file],
      ...(untried === 0 ? [] : [[t('Stopped'), untriedText(untried)] as const]),
    ]),
    sections: [
      section(t('Decided differently'), rowsBlock(different.map(callRow))),
      section(t('Decided as recorded'), rowsBlock(same.map(callRow))),
    ],
    notes: [howItWorks(), ...(unrecorded === 0 ? [] : [withoutDecision(unrecorded)])],
  };
}

const howItWorks = (): string =>
  t(
    'Every call went through the current checks, in a separate chat without "Always allow" rules. Nothing was run: tools and approvals were answered as recorded.',
  );

function withoutDecision(calls: number): string {
  return calls === 1
    ? t(
        'The file has no decision for 1 call. Of these, a call that ran then and is denied now counts as different.',
      )
    : t(
        'The file has no decision for {0} calls. Of these, a call that ran then and is denied now counts as different.',
        shownCount(calls),
      );
}

function untriedText(untried: number): string {
  return untried === 1 ? t('1 call not tried') : t('{0} calls not tried', shownCount(untried));
}

function verdict(all: number, different: number): string {
  if (all === 0) return t('No decision was compared: the recording has no calls.');
  if (different > 0) {
    if (all === 1) return t('1 of 1 decision differs.');
    return different === 1
      ? t('1 of {0} decisions differs.', shownCount(all))
      : t('{0} of {1} decisions differ.', different, shownCount(all));
  }
  return all === 1
    ? t('The one decision is as recorded.')
    : t('All {0} decisions are as recorded.', all);
}

type NumberedCall = ComparedCall & { readonly number: number };

function callRow({ call, replayed, number }: NumberedCall): ReportRow {
  const then = call.expect.decision;
  const isSame = then?.verdict === replayed.now?.verdict && then?.by === replayed.now?.by;
  const decided = isSame
    ? [t('Then and now: {0}', decisionText(then))]
    : [
        t('Then: {0}', then === undefined ? outcomeText(call) : decisionText(then)),
        t('Now: {0}', decisionText(replayed.now)),
      ];
  const title = `${shortToolName(call.tool)}: ${subjectOf(call)}`;
  return { name: `${String(number)}.`, texts: [title, ...decided] };
}

const verdictTexts = (): Readonly<Record<RecordedDecision['verdict'], string>> => ({
  allow: t('allowed without asking'),
  ask: t('asked about'),
  deny: t('refused'),
  skip: t('skipped'),
});

function decisionText(decision: RecordedDecision | undefined): string {
  if (decision === undefined) return t('stopped before it was decided');
  const { verdict, by } = decision;
  const text = verdictTexts()[verdict];
  return by === undefined ? text : `${text} (${by})`;
}

function outcomeText({ expect: { status, exitCode } }: RecordedCall): string {
  return exitCode === undefined
    ? t('{0}; the file has no decision for it', status)
    : t('{0} with exit code {1}; the file has no decision for it', status, exitCode);
}

const maxSubject = 300;

function subjectOf({ args }: RecordedCall): string {
  return cutMarked(callSubject(args), maxSubject);
}
