/** The built-in agent with its ACP link: a bundle of its own, loaded with the first chat. */
import type { AcpAgent, AcpClient } from '../ports/acp';
import { createAgent } from './agent';
import type { AgentDeps } from './conversation/agent-deps';
import { connectInMemory } from './acp/in-memory-link';

export function connectAgent(deps: AgentDeps, client: AcpClient): AcpAgent {
  return connectInMemory(createAgent(deps), client);
}
