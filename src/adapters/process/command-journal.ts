import { hostname } from 'node:os';
import path from 'node:path';
import { loadOnce } from '../../core/base/load-once';
import { redactText } from '../../core/base/redact';
import { cutEnd } from '../../core/base/text-lines';
import { fail, succeed, type Result } from '../../core/contracts/result';
import type { Clock } from '../../core/ports/clock';
import { nodeDisk, replaceFile, type Disk } from '../store/disk';
import { diskFailure } from '../store/disk-failure';
import { formatRecord, type RecordedCommand } from './recorded-command';
import { bootId, startTimeOf } from './process-identity';
import type { CommandRecord } from './spawn-command';

const maxCommand = 2000;

/** What is known of a command before it has a process. */
export type CommandFacts = Pick<
  RecordedCommand,
  'id' | 'sessionId' | 'toolCallId' | 'command' | 'cwd'
>;

/** Commands that run, on disk: what a crash of the host leaves behind (DESIGN decision 38). */
export interface CommandJournal {
  /** Settles when the record is on disk; without one a command must not run. */
  record(facts: CommandFacts, pid: number): Promise<Result<CommandRecord>>;
}

export interface CommandJournalOptions {
  /** Made with the first record. */
  readonly folder: string;
  /** Details of what went wrong with a file. */
  readonly log: (line: string) => void;
  readonly disk?: Disk;
}

/** One file for each command, readable by its owner alone, removed when the command has ended. */
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
        const failed = diskFailure('put the command on record, so it was not run', error);
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
    // The next start finds that the command is gone, and removes it then.
    log(`The record of a command that has ended could not be removed: ${String(error)}`);
  }
}
