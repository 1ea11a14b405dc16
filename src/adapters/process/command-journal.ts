import { say } from '../../core/base/sentence';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../core/contracts/json';
import { redactText } from '../../core/base/redact/redact';
import { cutEnd } from '../../core/base/text-lines';
import { fail, succeed, type Result } from '../../core/contracts/failure';
import { lenient, type Data } from '../../core/contracts/schema-parts';
import type { Clock } from '../../core/ports/system';
import { Leases, type LeaseKind } from '../leases/leases';
import { nodeDisk } from '../system/node-disk';
import { replaceFile } from '../system/whole-file';
import type { Disk } from '../system/disk';
import { diskFailure } from '../store/disk/disk-failure';
import { bootId, startTimeOf } from '../system/process-identity';
import { systemProcesses, type Processes } from '../system/processes';
import type { CommandRecord } from './spawn-command';

const text = z.string();
/** Ids below 2 belong to groups and the system: no command has one. */
const pid = z.int().min(2);

const recordSchema = z.object({
  id: text,
  sessionId: text,
  toolCallId: lenient(text),
  /** Redacted and shortened. */
  command: text,
  cwd: text,
  /** Leader of its process group. */
  pid,
  startTime: lenient(text),
  /** The window that runs it. */
  owner: text,
  /** Process ids are valid only until a restart of the machine. */
  bootId: lenient(text),
  /** ISO 8601, UTC. */
  startedAt: text,
});

export type RecordedCommand = Required<Data<typeof recordSchema>>;

const unknownFacts = {
  toolCallId: undefined,
  startTime: undefined,
  bootId: undefined,
};

function formatRecord(entry: RecordedCommand): Uint8Array {
  return Buffer.from(JSON.stringify(entry));
}

/** Undefined if the text is not a complete entry. */
export function parseRecord(text: string): RecordedCommand | undefined {
  const record = recordSchema.safeParse(parseJson(text)).data;
  return record && { ...unknownFacts, ...record };
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
  readonly processes?: Processes;
}

const leaseKind: LeaseKind = { patienceMs: 24 * 60 * 60 * 1000, isFenced: false };

export function commandLeases(options: CommandJournalOptions, clock: Clock): Leases {
  const { disk = nodeDisk, processes = systemProcesses } = options;
  return new Leases({ disk, processes, clock, kind: leaseKind, token: randomUUID() });
}

/** One file per command, readable by its owner only, removed when the command has ended. */
export function createCommandJournal(place: CommandJournalOptions, clock: Clock): CommandJournal {
  const { folder, log, disk = nodeDisk } = place;
  const leases = commandLeases(place, clock);

  return {
    record: async (facts, pid) => {
      const file = path.join(folder, `${facts.id}.json`);
      try {
        const entry = {
          ...facts,
          command: cutEnd(redactText(facts.command).text, maxCommand),
          pid,
          startTime: await startTimeOf(pid),
          owner: await leases.own(),
          bootId: await bootId(),
          startedAt: new Date(clock.now()).toISOString(),
        };
        await disk.makeFolder(folder);
        await replaceFile(disk, file, formatRecord(entry));
        leases.acquire(file);
      } catch (error) {
        const failed = diskFailure(say`Could not record the command, so it was not run`, error);
        log(`${failed.message} ${String(error)}`);
        return fail(failed);
      }
      return succeed({
        remove: () => {
          leases.forget(file);
          return remove(file, disk, log);
        },
      });
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
