import type { Clock } from './clock';
import type { Files } from './files';
import type { OverflowStore } from './overflow-store';
import type { PermissionRules } from './permission-rules';
import type { Search } from './search';
import type { ShellLimits } from './shell-limits';
import type { Terminals } from './terminals';
import type { Workspace } from './workspace';

/** Everything a tool or gate may ask for by name in `needs` (001 inv. 3, 29). */
export interface Capabilities {
  readonly clock: Clock;
  readonly files: Files;
  readonly search: Search;
  readonly terminals: Terminals;
  readonly overflow: OverflowStore;
  readonly workspace: Workspace;
  readonly shellLimits: ShellLimits;
  readonly permissions: PermissionRules;
}
