import { emptyHead, type ConversationHead } from './conversation-head';

/** What one call knows and holds up of a conversation. */
export interface WriteTurn {
  /** Settles when it is this call's turn: all before it have their place. */
  readonly mine: Promise<void>;
  readonly line: WriteLine;
  /** Lets the next call go on; may be called again. */
  pass(): void;
  /** To be called in the end. */
  leave(): void;
}

/** The calls of one conversation, one after the other, and what its next change has to know. */
export interface WriteLine {
  readonly head: ConversationHead;
  /** False when the database knows more: before the first change, and after a failed one. */
  isFresh: boolean;
}

export interface WriteTurns {
  /** Taken at once, so that the order of calls is that of the changes. */
  take(id: string): WriteTurn;
  /** The database knows better from now on. */
  outdate(id: string): void;
  /** Everything was deleted. */
  clear(): void;
}

interface Queue {
  readonly line: WriteLine;
  last: Promise<void>;
  calls: number;
}

/** Conversations whose heads are held while nobody writes them. */
const maxIdle = 16;

export function createWriteTurns(): WriteTurns {
  const queues = new Map<string, Queue>();

  function queueOf(id: string): Queue {
    const known = queues.get(id);
    const line = { head: emptyHead(), isFresh: false };
    const queue = known ?? { line, last: Promise.resolve(), calls: 0 };
    // The map is in the order of the last use.
    queues.delete(id);
    queues.set(id, queue);
    return queue;
  }

  function forgetOldest(): void {
    for (const [id, { calls }] of queues) {
      if (queues.size <= maxIdle) return;
      if (calls === 0) queues.delete(id);
    }
  }

  return {
    take: (id) => {
      const queue = queueOf(id);
      const mine = queue.last;
      queue.calls += 1;
      let pass: () => void = () => undefined;
      queue.last = new Promise((settle) => {
        pass = settle;
      });
      return {
        mine,
        line: queue.line,
        pass: () => pass(),
        leave: () => {
          pass();
          queue.calls -= 1;
          forgetOldest();
        },
      };
    },
    outdate: (id) => {
      const queue = queues.get(id);
      if (queue !== undefined) queue.line.isFresh = false;
    },
    clear: () => queues.clear(),
  };
}
