import type { McpState } from '../../mcp/server';
import { t } from '../../window/language';
import { button, check, type Check } from './doctor-report';

/** A configured MCP server in a few words. */
export interface ServerFact {
  readonly state: McpState;
  readonly text: string;
}

/** What is known of each configured MCP server; none is started for it (003-mcp-1). */
export function serverChecks(servers: readonly ServerFact[]): readonly Check[] {
  const action = button(t('MCP Servers…'), 'mcpServers');
  return servers.map(({ state, text }) =>
    state === 'failed'
      ? check('warning', t('MCP server'), text, { action })
      : check('ok', t('MCP server'), text),
  );
}
