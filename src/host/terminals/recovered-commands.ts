import type { OrphanOutcome } from '../../adapters/process/orphan';
import {
  type RecoveredCommand,
  recoverCommands,
  type Recovery,
} from '../../adapters/process/recover-commands';
import { cutEnd } from '../../core/base/text-lines';
import { undecided, type AuditEntry } from '../../core/contracts/audit/entry';
import { commandTools } from '../settings/tool-names';
import type { AuditLog } from '../../core/ports/audit-log';
import { t } from '../window/language';

const maxNamed = 3;
const maxCommand = 80;

/** Identity and start time of the window that finds them. */
interface RecoveryContext {
  readonly actor: string;
  readonly tenant: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The row of a command whose window ended while it ran (decision 38). The decision on its call is
 * lost with that window, unless the call has its own row.
 */
export function recoveredEntry(found: RecoveredCommand, finder: RecoveryContext): AuditEntry {
  const { entry, outcome } = found;
  return {
    ts: new Date(finder.now).toISOString(),
    started_at: entry.startedAt,
    session: entry.sessionId,
    caller_id: entry.sessionId,
    tool_call_id: entry.toolCallId ?? entry.id,
    tool: commandTools[0] ?? 'unknown',
    call: { command: entry.command, cwd: entry.cwd },
    event: 'recovered',
    result: 'cancelled',
    summary: `The window ended while this command ran. ${sentence(found)}`,
    ...undecided(),
    exit_code: -1,
    duration_ms: outcome === 'gone' ? 0 : sinceStart(entry.startedAt, finder.now),
    actor: finder.actor,
    tenant: finder.tenant,
  };
}

function sentence({ entry, outcome }: RecoveredCommand): string {
  const texts: Readonly<Record<OrphanOutcome, string>> = {
    killed: 'It was still running at the next start and was stopped with its child processes.',
    gone: 'It had ended by the next start.',
    still_running: `It is still running as process ${String(entry.pid)}; stop it manually.`,
  };
  return texts[outcome];
}

function sinceStart(startedAt: string, now: number): number {
  const ms = now - Date.parse(startedAt);
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** One warning for all commands found running; undefined when there are none. */
export function recoveredWarning(all: readonly RecoveredCommand[]): string | undefined {
  const killed = named(all, 'killed', ({ command }) => quoted(command));
  const left = named(all, 'still_running', ({ command, pid }) =>
    t('{0} (process {1})', quoted(command), pid),
  );
  if (killed !== undefined && left !== undefined) {
    return t(
      'Gatehouse: commands outlived the window that ran them. Stopped at this start: {0}. Still running, stop manually: {1}.',
      killed,
      left,
    );
  }
  if (killed !== undefined) {
    return t(
      'Gatehouse: commands outlived the window that ran them. Stopped at this start: {0}.',
      killed,
    );
  }
  if (left === undefined) return undefined;
  return t(
    'Gatehouse: commands outlived the window that ran them. Still running, stop manually: {0}.',
    left,
  );
}

function named(
  all: readonly RecoveredCommand[],
  outcome: OrphanOutcome,
  name: (entry: RecoveredCommand['entry']) => string,
): string | undefined {
  const names = all.filter((found) => found.outcome === outcome).map(({ entry }) => name(entry));
  if (names.length === 0) return undefined;
  const shown = names.slice(0, maxNamed).join(', ');
  const more = names.length - maxNamed;
  return more > 0 ? t('{0} and {1} more', shown, more) : shown;
}

function quoted(command: string): string {
  const line = command.trim().replace(/\s+/g, ' ');
  return `“${line.length > maxCommand ? `${cutEnd(line, maxCommand - 1)}…` : line}”`;
}

export interface RecoverySources extends Omit<Recovery, 'report'> {
  readonly audit: AuditLog;
  readonly finder: Omit<RecoveryContext, 'now'>;
  readonly warn: (text: string) => void;
}

/**
 * Handles commands that outlived their windows: ends those still running, logs each in the audit
 * log and notifies the user of those that kept running (decision 38).
 */
export async function recoverAtStart(sources: RecoverySources): Promise<void> {
  const { audit, clock, finder, warn } = sources;
  const found = await recoverCommands({
    ...sources,
    report: (one) => audit.append(recoveredEntry(one, { ...finder, now: clock.now() })),
  });
  const warning = recoveredWarning(found);
  if (warning !== undefined) warn(warning);
}
