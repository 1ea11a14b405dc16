/** The ends that are still to come. No reset of a chat forgets one. */
export interface TaskSet {
  add(recorded: Promise<void>): void;
  /** Settles when all of them are recorded. */
  settled(): Promise<void>;
}

export function createTaskSet(): TaskSet {
  const open = new Set<Promise<void>>();
  return {
    add: (recorded) => {
      open.add(recorded);
      void recorded.then(() => open.delete(recorded));
    },
    settled: async () => {
      await Promise.all(open);
    },
  };
}
