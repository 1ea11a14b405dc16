interface CommandDefinition {
  readonly title: string;
  /** A codicon, for the buttons of the view's title bar. */
  readonly icon?: `$(${string})`;
}

function table<const T extends Readonly<Record<string, CommandDefinition>>>(commands: T): T {
  return commands;
}

/** Every command, without its `gatehouse.` prefix. `contributes.commands` comes from here. */
export const commands = table({
  newChat: { title: 'New Chat', icon: '$(add)' },
  chatHistory: { title: 'Chat History', icon: '$(history)' },
  closeChat: { title: 'Close Chat' },
  renameChat: { title: 'Rename Chat…' },
  exportChat: { title: 'Export Chat as Markdown…' },
  deleteChat: { title: 'Delete Chat…' },
  focus: { title: 'Open Chat' },
  tryDemo: { title: 'Try the Demo' },
  addSelection: { title: 'Add Selection to Chat' },
  stop: { title: 'Stop' },
  stopAll: { title: 'Stop All Chats' },
  showPending: { title: 'Show Pending Approvals' },
  nextApproval: { title: 'Next Approval' },
  explain: { title: 'Explain Decision…' },
  manageRules: { title: 'Manage Rules…' },
  tools: { title: 'Tools…' },
  mcpServers: { title: 'MCP Servers…' },
  setTrustLevel: { title: 'Set Trust Level…' },
  setPermissionLevel: { title: 'Set Permission Level…' },
  pickModel: { title: 'Choose Model…' },
  getModel: { title: 'Get a Model…' },
  setApiKey: { title: 'Set API Key…' },
  removeApiKey: { title: 'Remove API Key…' },
  testConnection: { title: 'Test Connection' },
  doctor: { title: 'Check Setup' },
  undoChanges: { title: 'Undo Changes…' },
  keepChanges: { title: 'Keep All Changes' },
  runTool: { title: 'Run Tool…' },
  openAuditLog: { title: 'Open Audit Log', icon: '$(law)' },
  verifyAuditLog: { title: 'Verify Audit Log' },
  saveReplay: { title: 'Save Conversation as Replay…' },
  replayConversation: { title: 'Replay Conversation…' },
  editOutputFilters: { title: 'Edit Output Filters' },
  tryOutputFilter: { title: 'Try Output Filter…' },
  status: { title: 'Show Status' },
  saveSupportBundle: { title: 'Save Support Bundle…' },
  deleteAllData: { title: 'Delete All Data…' },
  openSettings: { title: 'Open Settings', icon: '$(gear)' },
  openLog: { title: 'Show Output Log' },
});

export type CommandName = keyof typeof commands;
