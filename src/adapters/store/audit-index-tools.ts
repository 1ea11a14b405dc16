import * as z from 'zod';
import { insertAuditTool, selectAuditTools } from './audit-schema';
import type { StoreDatabase } from './database';

/** The tools that the log names; a row of the index holds the number of one. */
export interface AuditTools {
  /** Gives a number to a tool that has none. */
  idOf(name: string): number;
  has(name: string): number | undefined;
  names(): readonly string[];
}

const toolsSchema = z.array(z.object({ id: z.number(), name: z.string() }));
const idsSchema = z.tuple([z.object({ id: z.number() })]);

export function openAuditTools(database: StoreDatabase): AuditTools {
  const ids = new Map(
    toolsSchema.parse(database.rows(selectAuditTools)).map(({ id, name }) => [name, id]),
  );
  return {
    idOf: (name) => {
      const known = ids.get(name);
      if (known !== undefined) return known;
      const [{ id }] = idsSchema.parse(database.rows(insertAuditTool, [name]));
      ids.set(name, id);
      return id;
    },
    has: (name) => ids.get(name),
    names: () => [...ids.keys()],
  };
}
