import type { Terminals } from '../../core/ports/terminals';
import { systemClock } from '../../adapters/system/clock';
import {
  createBackgroundCommands,
  type HostBackgroundCommands,
} from '../background/background-commands';
import { trackRunningTerminals, type RunningTerminals } from '../background/running-terminals';

/** The commands that run: those in the background, and all of them by their terminal. */
export interface RunningCommands {
  readonly background: HostBackgroundCommands;
  readonly handles: RunningTerminals;
}

export function composeBackground(terminals: Terminals): RunningCommands {
  return {
    background: createBackgroundCommands(systemClock),
    handles: trackRunningTerminals(terminals),
  };
}
