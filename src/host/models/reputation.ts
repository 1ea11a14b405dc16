import type { Memory } from '../window/memory';
import * as z from 'zod';
import { count, itemsOf } from '../../core/contracts/schema-parts';
import type { Reputation } from '../../core/ports/reputation';

/** Calls of one tool by one model since the workspace was opened first. */
export interface ReputationRow {
  readonly model: string;
  /** Canonical id; undefined for names that no tool has. */
  readonly tool?: string | undefined;
  readonly calls: number;
  /** Of them: not found, or with arguments that do not fit. */
  readonly wrong: number;
}

/** What is counted least recently is forgotten first. */
const maxRows = 200;
const text = z.string().max(500);
const stored = itemsOf(
  z.object({ model: text, tool: text.optional(), calls: count, wrong: count }),
);

/** Kept in the state of the workspace, which is read again at each count. */
export class StoredReputation implements Reputation {
  constructor(private readonly memory: Memory) {}

  count({ model, tool, isWrong }: Parameters<Reputation['count']>[0]): void {
    const rows = this.rows();
    const isSame = (row: ReputationRow) => row.model === model && row.tool === tool;
    const { calls, wrong } = rows.find(isSame) ?? { calls: 0, wrong: 0 };
    const row = { model, tool, calls: calls + 1, wrong: wrong + Number(isWrong) };
    void this.memory.set([...rows.filter((each) => !isSame(each)), row].slice(-maxRows));
  }

  rows(): readonly ReputationRow[] {
    return stored.parse(this.memory.get());
  }
}
