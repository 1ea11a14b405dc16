import type { BackgroundCommands } from '../ports/background-commands';
import type { Ids } from '../ports/ids';
import type { Llms } from '../ports/llm';
import type { Runner } from '../ports/runner';
import type { Workspace } from '../ports/workspace';

/** What the built-in agent is made of; it sees no key, no address and no file. */
export interface AgentDeps {
  readonly llms: Llms;
  readonly runner: Runner;
  /** Whose ends the model is told with the next message. */
  readonly background: Pick<BackgroundCommands, 'takeEnded'>;
  readonly ids: Ids;
  readonly workspace: Workspace;
  /** Setting `gatehouse.agent.maxToolIterations`. */
  readonly maxIterations: () => number;
  readonly actorId: string;
  readonly tenantId: () => string;
  /** Operating system, as the model is told: `linux`, `darwin`, `win32`. */
  readonly platform: string;
}
