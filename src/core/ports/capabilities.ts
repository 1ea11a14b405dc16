import type { AuthCapability } from '../contracts/capabilities';
import type { BackgroundCommands, Terminals } from './terminals';
import type { Clock } from './system';
import type { Diagnostics } from './diagnostics';
import type { Files } from './files';
import type { Compaction, OverflowStore } from './conversations';
import type { OutputFilters } from './output-filters';
import type { Patterns } from './policy';
import type { Search } from './search';
import type { ShellLimits } from './shell';
import type { TextFiles } from './text-files';
import type { Web, WebAddresses } from './web';
import type { Workspace } from './workspace';

/** Everything a tool or gate may ask for by name in `needs` (INV-03, INV-29). */
export interface Capabilities {
  readonly clock: Clock;
  /** Everything about files but their text, for which ACP has requests. */
  readonly files: Omit<Files, 'read' | 'write'>;
  readonly textFiles: TextFiles;
  readonly search: Search;
  readonly terminals: Terminals;
  readonly background: BackgroundCommands;
  readonly compaction: Compaction;
  readonly diagnostics: Diagnostics;
  readonly overflow: OverflowStore;
  readonly workspace: Workspace;
  readonly shellLimits: ShellLimits;
  /** Made for each call, of its one granted connection (INV-29a). */
  readonly auth: AuthCapability;
  readonly patterns: Patterns;
  readonly filters: OutputFilters;
  readonly web: Web;
  readonly webAddresses: WebAddresses;
}

/** What the composition root binds: all that is not made for each call (INV-34). */
export type BoundCapabilities = Omit<Capabilities, 'auth'>;
