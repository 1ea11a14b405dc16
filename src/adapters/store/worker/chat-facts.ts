import * as z from 'zod/mini';
import type { ConversationInfo } from '../../../core/contracts/chats/conversation';
import { parseJson } from '../../../core/contracts/json';
import { stampText } from './stamp';
import { factsSchema, type ChatChange } from '../journal/records';

const factSchema = z.tuple([z.string(), z.unknown()]);

const timesSchema = z.object({
  /** Epoch milliseconds. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The last stamp. */
  latest: z.string(),
});
type Times = Readonly<z.infer<typeof timesSchema>>;

const headSchema = z.object({
  /** Absent if nothing was written but outputs and summaries. */
  times: z.optional(timesSchema),
  /** Each with its stamp. */
  facts: z.record(z.string(), factSchema),
  /** Everything of a part up to this stamp is gone. */
  drops: z.record(z.string(), z.string()),
});

/** What is known of a chat besides its entries. It can be merged in any order. */
export type ChatFacts = Readonly<z.infer<typeof headSchema>>;

export const emptyHead: ChatFacts = { facts: {}, drops: {} };

export function parseHead(json: string | undefined): ChatFacts {
  return json === undefined ? emptyHead : z.parse(headSchema, parseJson(json));
}

export function headOfChange(change: ChatChange): ChatFacts {
  const { count, writer, createdAt, time, facts, drop, put } = change;
  const stamp = stampText(count, writer);
  const last = put.at(-1)?.count ?? count;
  return {
    times: { createdAt, updatedAt: time, latest: stampText(last, writer) },
    facts: Object.fromEntries(
      Object.entries(facts)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, [stamp, value]]),
    ),
    drops: Object.fromEntries(drop.map((part) => [part, stamp])),
  };
}

/** The first creation, the last write, and of each fact and emptied part the latest stamp. */
export function mergeHeads(a: ChatFacts, b: ChatFacts): ChatFacts {
  const facts = { ...a.facts };
  for (const [name, fact] of Object.entries(b.facts)) {
    if (fact[0] >= (facts[name]?.[0] ?? '')) facts[name] = fact;
  }
  const drops = { ...a.drops };
  for (const [part, stamp] of Object.entries(b.drops)) {
    if (stamp > (drops[part] ?? '')) drops[part] = stamp;
  }
  const times = a.times && b.times ? mergeTimes(a.times, b.times) : (a.times ?? b.times);
  return { ...(times && { times }), facts, drops };
}

function mergeTimes(a: Times, b: Times): Times {
  return {
    createdAt: Math.min(a.createdAt, b.createdAt),
    updatedAt: Math.max(a.updatedAt, b.updatedAt),
    latest: a.latest > b.latest ? a.latest : b.latest,
  };
}

/** The chat as lists show it; undefined if it has no change, but outputs or summaries. */
export function infoOf(id: string, head: ChatFacts): ConversationInfo | undefined {
  if (head.times === undefined) return undefined;
  const { createdAt, updatedAt } = head.times;
  const values = Object.entries(head.facts).map(([name, [, value]]) => [name, value]);
  const { cost, ...facts } = z.parse(factsSchema, Object.fromEntries(values));
  const { title = '', isNamed = false, cwd = '', tokens = 0, messages = 0 } = facts;
  const info = { id, createdAt, updatedAt, title, isNamed, cwd, tokens, messages };
  return cost === undefined ? info : { ...info, cost };
}
