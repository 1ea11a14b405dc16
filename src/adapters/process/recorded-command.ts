import { parseJson, readCount, readString } from '../../core/base/json-read';

/** A command as it is on record while it runs. */
export interface RecordedCommand {
  readonly id: string;
  readonly sessionId: string;
  readonly toolCallId: string | undefined;
  /** Redacted and cut. */
  readonly command: string;
  readonly cwd: string;
  /** Leads its process group. */
  readonly pid: number;
  readonly startTime: string | undefined;
  /** The name of the machine, and the run of it: ids mean nothing elsewhere, nor after a restart. */
  readonly machine: string;
  readonly bootId: string | undefined;
  readonly hostPid: number;
  readonly hostStartTime: string | undefined;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

export function formatRecord(entry: RecordedCommand): Uint8Array {
  return Buffer.from(JSON.stringify(entry));
}

/** Undefined when the text is no whole entry. */
export function parseRecord(text: string): RecordedCommand | undefined {
  const value = parseJson(text)?.value;
  const id = readString(value, 'id');
  const sessionId = readString(value, 'sessionId');
  const command = readString(value, 'command');
  const cwd = readString(value, 'cwd');
  const pid = readCount(value, 'pid');
  const machine = readString(value, 'machine');
  const hostPid = readCount(value, 'hostPid');
  const startedAt = readString(value, 'startedAt');
  // Ids below 2 are those of everybody and of the system: no command has one.
  if (pid === undefined || pid < 2 || hostPid === undefined || machine === undefined) {
    return undefined;
  }
  if (id === undefined || sessionId === undefined || command === undefined) return undefined;
  if (cwd === undefined || startedAt === undefined) return undefined;
  return {
    ...{ id, sessionId, command, cwd, pid, machine, hostPid, startedAt },
    toolCallId: readString(value, 'toolCallId'),
    startTime: readString(value, 'startTime'),
    bootId: readString(value, 'bootId'),
    hostStartTime: readString(value, 'hostStartTime'),
  };
}
