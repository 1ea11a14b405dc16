import { constants } from 'node:os';

export interface ExitStatus {
  /** 128+n after a signal, -1 when unknown (DESIGN decision 16). */
  readonly exitCode: number;
  readonly exitCodeKnown: boolean;
  readonly signal?: string;
}

export const unknownExit: ExitStatus = { exitCode: -1, exitCodeKnown: false };

/** What a shell would report of a process that ended with this code or by this signal. */
export function exitStatus(code: number | null, signal: NodeJS.Signals | null): ExitStatus {
  if (code !== null) return { exitCode: code, exitCodeKnown: true };
  if (signal === null) return unknownExit;
  return { exitCode: 128 + constants.signals[signal], exitCodeKnown: true, signal };
}
