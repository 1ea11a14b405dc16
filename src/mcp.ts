/** What MCP servers need: a bundle of its own, loaded for the first configured server. */
export { connectMcp } from './adapters/mcp/connect';
export { describeServer, readWorkspaceServers } from './adapters/mcp/workspace-servers';
export { setLanguage } from './host/window/language';
