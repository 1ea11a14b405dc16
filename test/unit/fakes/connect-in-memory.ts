import { InMemoryLink } from '../../../src/core/agent/acp/in-memory-link';
import type { AcpAgent, AcpClient } from '../../../src/core/ports/acp';

/** A link whose agent asks its client for nothing but permissions. */
export function connectInMemory(
  makeAgent: (client: AcpClient) => AcpAgent,
  client: AcpClient,
): AcpAgent {
  const link = new InMemoryLink(client);
  return link.connect(makeAgent(link.client));
}
