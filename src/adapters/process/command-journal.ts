import { hostname } from 'node:os';
import path from 'node:path';
import { parseJson, readCount, readString } from '../../core/base/json';
import { loadOnce } from '../../core/base/load-once';
import { redactText } from '../../core/base/redact/redact';
import { cutEnd } from '../../core/base/text-lines';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import type { Clock } from '../../core/ports/system';
import { nodeDisk, replaceFile, type Disk, diskFailure } from '../store/disk/disk';
import { bootId, startTimeOf } from './process-identity';
import type { CommandRecord } from './spawn-command';

/** The record of a running command. */
export interface RecordedCommand {
  readonly id: string;
  readonly sessionId: string;
  readonly toolCallId: string | undefined;
  /** Redacted and shortened. */
  readonly command: string;
  readonly cwd: string;
  /** Leader of its process group. */
  readonly pid: number;
  readonly startTime: string | undefined;
  /** The machine and its boot: process ids are valid only there and until a restart. */
  readonly machine: string;
  readonly bootId: string | undefined;
  readonly hostPid: number;
  readonly hostStartTime: string | undefined;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

function formatRecord(entry: RecordedCommand): Uint8Array {
  return Buffer.from(JSON.stringify(entry));
}

/** Undefined if the text is not a complete entry. */
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
  // Ids below 2 belong to groups and the system: no command has one.
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

const maxCommand = 2000;

/** Facts about a command before its process exists. */
export type CommandFacts = Pick<
  RecordedCommand,
  'id' | 'sessionId' | 'toolCallId' | 'command' | 'cwd'
>;

/**
 * Records of running commands on disk, for commands that survive a crash of the host (decision 38).
 */
export interface CommandJournal {
  /** Resolves once the record is on disk; without it the command must not run. */
  record(facts: CommandFacts, pid: number): Promise<Result<CommandRecord>>;
}

export interface CommandJournalOptions {
  /** Created with the first record. */
  readonly folder: string;
  /** Receives details of file errors. */
  readonly log: (line: string) => void;
  readonly disk?: Disk;
}

/** One file per command, readable by its owner only, removed when the command has ended. */
export function createCommandJournal(place: CommandJournalOptions, clock: Clock): CommandJournal {
  const { folder, log, disk = nodeDisk } = place;
  const host = loadOnce(async () => ({
    machine: hostname(),
    bootId: await bootId(),
    hostPid: process.pid,
    hostStartTime: await startTimeOf(process.pid),
  }));

  return {
    record: async (facts, pid) => {
      const file = path.join(folder, `${facts.id}.json`);
      try {
        const entry = {
          ...facts,
          command: cutEnd(redactText(facts.command).text, maxCommand),
          pid,
          startTime: await startTimeOf(pid),
          ...(await host()),
          startedAt: new Date(clock.now()).toISOString(),
        };
        await disk.makeFolder(folder);
        await replaceFile(disk, file, formatRecord(entry));
      } catch (error) {
        const failed = diskFailure('record the command, so it was not run', error);
        log(`${failed.message} ${String(error)}`);
        return fail(failed);
      }
      return succeed({ remove: () => remove(file, disk, log) });
    },
  };
}

async function remove(file: string, disk: Disk, log: CommandJournalOptions['log']): Promise<void> {
  try {
    await disk.remove(file);
  } catch (error) {
    // The next start finds that the command is gone and removes the record.
    log(`The record of a command that has ended could not be removed: ${String(error)}`);
  }
}
