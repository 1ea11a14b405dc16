/** What each session has done with success; read by policies and the status page. */
export interface CompletedTools {
  add(sessionId: string, toolId: string): void;
  list(sessionId: string): readonly string[];
  reset(sessionId: string): void;
}

export function createCompletedTools(): CompletedTools {
  const sessions = new Map<string, Set<string>>();
  return {
    add: (sessionId, toolId) => {
      const done = sessions.get(sessionId) ?? new Set<string>();
      sessions.set(sessionId, done.add(toolId));
    },
    list: (sessionId) => [...(sessions.get(sessionId) ?? [])].sort(),
    reset: (sessionId) => {
      sessions.delete(sessionId);
    },
  };
}
