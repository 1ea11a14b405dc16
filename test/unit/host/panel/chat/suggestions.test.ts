import assert from 'node:assert/strict';
import { failure, fail, succeed, type Result } from '../../../../../src/core/contracts/failure';
import type { SuggestionItem } from '../../../../../src/core/contracts/panel/state';
import type { FileMatch } from '../../../../../src/host/context/context-parts';
import type { OfferingServers } from '../../../../../src/host/mcp/server';
import { viewCommandOf, Suggestions } from '../../../../../src/host/panel/chat/suggestions';
import { createChatWorld, settled, type ChatWorld } from '../chat-world';

interface Search {
  readonly query: string;
  readonly signal: AbortSignal;
  readonly find: (files: Result<readonly FileMatch[]>) => void;
}

describe('Suggestions', () => {
  let world: ChatWorld;
  let searches: Search[];
  let answers: { readonly query: string; readonly items: readonly SuggestionItem[] }[];
  let suggestions: Suggestions;
  let offering: ReturnType<OfferingServers['offering']>;
  let starting: () => Promise<void>;

  beforeEach(() => {
    world = createChatWorld();
    searches = [];
    answers = [];
    offering = [];
    starting = () => Promise.resolve();
    suggestions = new Suggestions({
      chats: world.chats,
      context: {
        servers: { offering: () => offering, startOffering: () => starting() },
        findFiles: (query, signal) => new Promise((find) => searches.push({ query, signal, find })),
      },
      reports: world.reports,
      answer: (query, items) => void answers.push({ query, items }),
    });
  });

  function names(): readonly string[] {
    const items = answers.at(-1)?.items ?? [];
    return items.map((item) => (item.type === 'command' ? item.name : item.label));
  }

  function offer(...commands: readonly string[]): void {
    world.update({
      sessionUpdate: 'available_commands_update',
      availableCommands: commands.map((name) => ({ name, description: `Does ${name}` })),
    });
    suggestions.commandsChanged();
  }

  const cart: FileMatch = { path: '/w/src/cart.js', label: 'cart.js', detail: 'src' };

  it('003-mcp-12: are resources and prompts of servers, which start once `mcp` is typed', async () => {
    const long = 'x'.repeat(1_000_000);
    const resources = [{ uri: 'memo://a', name: 'Memo\u202e', description: long }];
    const args = [
      { name: 'who', isRequired: true },
      { name: 'how', isRequired: false },
    ];
    const prompts = [{ name: 'Greet', command: 'Greet', description: 'Says hello', args }];
    let starts = 0;
    starting = () => {
      starts += 1;
      offering = [{ name: 'talk', offers: { resources, prompts } }];
      return Promise.resolve();
    };
    const search = async (query: string) => {
      const asked = suggestions.suggest(query);
      for (const { find } of searches) find(succeed([]));
      await asked;
    };
    await search('@memo');
    assert.deepEqual([names(), starts], [[], 0]);
    offer();
    const naming = suggestions.suggest('@mcp');
    while (answers.at(-1)?.items.length !== 1) {
      for (const { find } of searches) find(succeed([]));
      await settled();
    }
    await naming;
    const [item] = answers.at(-1)?.items ?? [];
    assert.ok(item?.type === 'context');
    assert.deepEqual([item.kind, item.path, starts], ['resource', 'talk/memo://a', 1]);
    assert.ok(item.detail.length < 600 && !item.label.includes('\u202e'));
    await search('/mcp.talk.g');
    assert.deepEqual(answers.at(-1)?.items, [
      { type: 'command', name: '/mcp.talk.Greet', detail: 'who=… [how=…] · Says hello' },
    ]);
  });

  describe('for @', () => {
    it('are the kinds of context, then files as they were found', async () => {
      const asked = suggestions.suggest('@');
      searches[0]?.find(succeed([cart]));
      await asked;
      assert.deepEqual(names(), ['selection', 'problems', 'terminal', 'cart.js']);
      assert.deepEqual(answers[0]?.items.at(-1), { type: 'context', kind: 'file', ...cart });
    });

    it('are those that fit what was typed', async () => {
      const asked = suggestions.suggest('@Te');
      assert.equal(searches[0]?.query, 'Te');
      searches[0].find(succeed([]));
      await asked;
      assert.deepEqual(names(), ['terminal']);
    });

    it('answer the newest query only, and stop the search before', async () => {
      const older = suggestions.suggest('@c');
      const newer = suggestions.suggest('@ca');
      assert.equal(searches[0]?.signal.aborted, true);
      searches[1]?.find(succeed([cart]));
      searches[0].find(succeed([{ ...cart, label: 'old.js' }]));
      await Promise.all([older, newer]);
      assert.deepEqual(
        answers.map(({ query }) => query),
        ['@ca'],
      );
    });

    it('say nothing of a search that was stopped, and log one that failed', async () => {
      const older = suggestions.suggest('@c');
      const newer = suggestions.suggest('@');
      searches[0]?.find(fail(failure('cancelled', 'stopped')));
      searches[1]?.find(fail(failure('timeout', 'too slow')));
      await Promise.all([older, newer]);
      assert.deepEqual(names(), ['selection', 'problems', 'terminal']);
      assert.deepEqual(world.warnings, ['No files are suggested: too slow']);
      assert.deepEqual(world.told, []);
    });

    it('tell the user once that files cannot be searched', async () => {
      for (const query of ['@c', '@ca']) {
        const asked = suggestions.suggest(query);
        searches.at(-1)?.find(fail(failure('unavailable', 'No ripgrep. Reinstall VS Code.')));
        await asked;
      }
      assert.deepEqual(world.told, ['No ripgrep. Reinstall VS Code.']);
      assert.equal(world.warnings.length, 2);
    });

    it('show file names with nothing hidden in them, and keep the path as it is', async () => {
      const asked = suggestions.suggest('@x');
      const path = '/w/a\u202eb.js';
      searches[0]?.find(succeed([{ path, label: 'a\u202eb.js', detail: 'x\ny' }]));
      await asked;
      assert.deepEqual(answers[0]?.items, [
        { type: 'context', kind: 'file', label: 'a\\u202eb.js', detail: 'x\\ny', path },
      ]);
    });

    it('stop with the panel', () => {
      void suggestions.suggest('@c');
      suggestions.dispose();
      assert.equal(searches[0]?.signal.aborted, true);
    });
  });

  describe('for /', () => {
    it("are the agent's commands, then the panel's own, each once", async () => {
      await world.chats.active.session();
      offer('clear', 'cost', 'status');
      await suggestions.suggest('/');
      assert.deepEqual(names().slice(0, 4), ['/clear', '/cost', '/status', '/tool']);
      assert.equal(new Set(names()).size, names().length);
      assert.deepEqual(answers.at(-1)?.items[0], {
        type: 'command',
        name: '/clear',
        detail: 'Does clear',
      });
    });

    it('are those that begin with what was typed', async () => {
      await world.chats.active.session();
      offer('clear', 'compact', 'context', 'cost');
      await suggestions.suggest('/CO');
      assert.deepEqual(names(), ['/compact', '/context', '/cost']);
      await suggestions.suggest('/compact me');
      assert.deepEqual(names(), []);
    });

    it('open the session of a new chat, and come again once the agent has said its own', async () => {
      await suggestions.suggest('/c');
      assert.deepEqual(names(), []);
      await settled();
      assert.equal(world.agent.sessions.length, 1);
      offer('clear');
      assert.deepEqual(answers.at(-1), {
        query: '/c',
        items: [{ type: 'command', name: '/clear', detail: 'Does clear' }],
      });
      offer('clear', 'cost');
      assert.equal(answers.length, 2, 'an answer that is whole is not given again');
      assert.equal(world.chats.active.isEmpty, true);
    });

    it('do not come again for a query that is not the newest', async () => {
      await suggestions.suggest('/c');
      void suggestions.suggest('@');
      offer('clear');
      assert.equal(answers.length, 1);
    });

    it('are the own ones when no session can be opened; the log says why', async () => {
      world.agent.refuse = new Error('no agent');
      await suggestions.suggest('/a');
      await settled();
      assert.deepEqual(names(), ['/audit']);
      assert.match(world.warnings[0] ?? '', /no agent/);
      assert.deepEqual(world.items(), []);
    });

    it('name nothing that cannot be typed, and hide nothing', async () => {
      await world.chats.active.session();
      world.update({
        sessionUpdate: 'available_commands_update',
        availableCommands: [
          { name: 'rm -rf', description: 'x' },
          { name: '', description: 'x' },
          { name: 'x'.repeat(51), description: 'x' },
          { name: 'xray', description: 'a\u202eb' },
        ],
      });
      await suggestions.suggest('/x');
      assert.deepEqual(answers.at(-1)?.items, [
        { type: 'command', name: '/xray', detail: 'a\\u202eb' },
      ]);
    });

    it("open, each of the panel's own, what they are described as", async () => {
      await suggestions.suggest('/');
      const own = names().filter((name) => name !== '/tool');
      assert.ok(own.length > 0 && own.every((name) => viewCommandOf(name) !== undefined));
    });
  });

  it('are none for other words', async () => {
    await suggestions.suggest('cart');
    await suggestions.suggest('');
    assert.deepEqual(answers, [
      { query: 'cart', items: [] },
      { query: '', items: [] },
    ]);
    assert.deepEqual(searches, []);
  });
});
