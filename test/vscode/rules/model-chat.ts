import * as assert from 'node:assert/strict';
import type { AuditEntry } from '../../../src/core/contracts/audit/entry';
import type { CallItem, TranscriptItem } from '../../../src/core/contracts/panel/state';
import type { PendingApproval } from '../../../src/host/approvals/pending';
import {
  startScriptedLlm,
  type ScriptedLlm,
  type ScriptedStep,
} from '../../fakes/scripted-llm.mjs';
import { parts, until } from '../world';
import { auditLines } from './calls';
import { clearUser, setUser } from './settings';

/** A chat of the real panel, with a model server that plays a script. */
export interface ModelChat {
  readonly server: ScriptedLlm;
  readonly sessionId: string;
  /** Sends a message, and waits until the turn has ended. */
  say(text: string): Promise<void>;
  /** Sends a message; the turn goes on. */
  begin(text: string): void;
  ended(): Promise<void>;
  items(): readonly TranscriptItem[];
  cards(): readonly CallItem[];
  /** The lines of this chat in the real audit log, oldest first. */
  entries(): Promise<readonly AuditEntry[]>;
  /** Waits until the host holds an approval of this chat. */
  pending(): Promise<PendingApproval>;
  stop(): void;
}

/** Chats for the tests of a suite; they are closed after each test. */
export function useModelChats(): (...steps: readonly ScriptedStep[]) => Promise<ModelChat> {
  const open = new Set<{ close(): Promise<void> }>();
  // Its card would follow each turn that changes a file.
  before(() => setUser({ model: 'openai/scripted', 'agent.verifyChanges': false }));
  afterEach(async () => {
    for (const each of open) await each.close();
    open.clear();
  });
  after(() => clearUser(['model', 'openai.baseUrl', 'agent.verifyChanges']));
  return async (...steps) => {
    const server = await startScriptedLlm({ steps });
    await setUser({ 'openai.baseUrl': server.baseUrl });
    const { chats, approvals } = await parts();
    chats.create();
    const chat = chats.active;
    const sessionId = await chat.session();
    const ended = () => until('the turn has ended', () => !chat.isRunning);
    const cards = () => chat.transcript.allCards().map(({ item }) => item);
    const mine = () => approvals.pending.list().filter((item) => item.sessionId === sessionId);
    open.add({
      close: async () => {
        chat.stop();
        await ended();
        if (chats.select(chat.id)) chats.close();
        await server.close();
      },
    });
    return {
      server,
      sessionId,
      say: async (text) => {
        chat.send(text, true);
        await ended();
      },
      begin: (text) => {
        chat.send(text, true);
      },
      ended,
      items: () => chat.transcript.items(),
      cards,
      // Of calls alone, without a rule that the user changed.
      entries: async () => {
        const lines = await auditLines(sessionId);
        return lines.filter(({ tool }) => !tool.startsWith('gatehouse.'));
      },
      pending: async () => {
        await until('an approval is pending', () => mine().length > 0);
        const [item] = mine();
        assert.ok(item);
        return item;
      },
      stop: () => {
        chat.stop();
      },
    };
  };
}
