import { say } from '../../base/sentence';
import { isAborted } from '../../base/async';
import { isObject, toList } from '../../contracts/json';
import type { KnownProblems, ListedProblem } from '../../ports/diagnostics';
import type { Approver } from '../../ports/runner';
import type { PromptContext } from '../conversation/conversation';
import { runCall } from './run-calls';

/** What a turn has done that a check after it looks at. */
export interface TurnChanges {
  /** The problems before its first request. */
  readonly before: KnownProblems;
  /** Ids of its calls. */
  readonly calls: readonly string[];
}

/** Files in one check; a turn that changes more has run a program that did. */
const maxFiles = 100;

/** A check that would ask is not made: the user has started nothing. */
const noOne: Approver = {
  ask: () =>
    Promise.resolve({ answer: 'unavailable', reason: say`Gatehouse made this call itself.` }),
};

/**
 * After a turn that changed files: lists the problems of exactly these files on one card, with those
 * that are new (decision 67). The model gets none of it unless the user sends them.
 */
export async function verifyChanges(turn: PromptContext, changes: TurnChanges): Promise<void> {
  const { chat, signal } = turn;
  const { runner, environment, settings } = chat.deps;
  const [tool] = runner.toolsWith('reportsProblems');
  if (tool === undefined || !settings.verifiesChanges() || isAborted(signal)) return;
  if (!runner.catalog(chat.run()).some(({ name }) => name === tool)) return;
  const changed = changes.calls.flatMap((toolCallId) =>
    environment.checks.changedBy({ sessionId: chat.id, toolCallId }),
  );
  if (changed.length === 0) return;
  const args = { files: [...new Set(changed)].slice(0, maxFiles) };
  const toolCallId = chat.callIds.fresh();
  const call = { toolCallId, tool, args, phase: 'verifier', origin: 'host', attempt: 0 } as const;
  const ran = await runCall(call, turn, undefined, noOne);
  const problems = toList(ran.outcome.output['items']).flatMap(readProblem);
  const fresh = await changes.before.newOf(problems);
  ran.announceEnd(fresh.map(({ line }) => line));
  chat.saveRound();
}

interface ListedLine extends ListedProblem {
  readonly line: string;
}

/** An error or warning of the tool's result. */
function readProblem(value: unknown): readonly ListedLine[] {
  if (!isObject(value)) return [];
  const { severity, message, code, file: shown, real_path: file, line, col } = value;
  if (severity !== 'error' && severity !== 'warning') return [];
  if (typeof file !== 'string' || typeof message !== 'string') return [];
  const place = `${String(shown)}:${String(line)}:${String(col)}`;
  return [
    {
      ...{ severity, message, file },
      ...(typeof code === 'string' && { code }),
      line: `${place} ${severity}: ${message}`,
    },
  ];
}
