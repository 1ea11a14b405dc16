import { say } from '../../../src/core/base/sentence';
import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import { createToolCallUpdates } from '../../../src/core/agent/acp/tool-call-updates';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import type { CallEvent } from '../../../src/core/contracts/calls/outcome';
import { checkToolSchema } from '../../../src/core/contracts/tools/tool-schema';
import { defineTool } from '../../../src/core/contracts/tools/define-tool';
import { builtInSource, toolEffects, toolSourceOf } from '../../../src/core/contracts/tool-spec';
import { failure, fail, succeed } from '../../../src/core/contracts/failure';
import { bindTools } from '../../../src/core/tools/catalog.gen';
import { composePipelineParts } from '../../../src/host/compose/calls';
import { createCompactions } from '../../../src/adapters/system/compactions';
import type { Card } from '../../../src/host/panel/transcript/card';
import { definitions } from '../../unit/core/tools/definitions';
import { capabilitiesWith, someCompaction } from '../../unit/core/tools/run-tool';
import { createFakeFiles } from '../../unit/fakes/files';
import { createFakeTerminals } from '../../unit/fakes/terminals';
import { freshFolder, parts, put, textOf } from '../world';
import { call, freshSession, ownTools, pipelineWith } from './calls';
import { probeTool } from './probe-tool';
import { sampleCalls } from './sample-calls';
import { withUser } from './settings';
import { boundTools } from '../../unit/fakes/tool-source';

const noPolicies = { toolPolicies: { groups: new Map(), profile: [] } };

/** A contract with the test's changes. */
function contract(more: {
  readonly name?: string;
  readonly input?: z.ZodObject;
  readonly without?: string;
}) {
  const definition = defineTool<{ readonly one: string; readonly two: string }>()({
    name: more.name ?? 'sample',
    title: say`Sample`,
    description: 'Stands for any.',
    effect: 'read_only',
    kind: 'other',
    input: more.input ?? z.strictObject({}),
    output: z.object({ said: z.string() }),
    redact: ['said'],
    cacheable: false,
    needs: ['one'],
    subject: () => ({ text: '', reads: [], writes: [] }),
    label: () => 'sample',
    run: (_args, context, caps) =>
      Promise.resolve(
        succeed({
          said: [...Object.keys(caps), Object.isFrozen(caps), 'auth' in context].join(' '),
        }),
      ),
    toModel: ({ said = '' }) => said,
  });
  if (more.without !== undefined) Reflect.deleteProperty(definition, more.without);
  return definition;
}

const both = { one: '1', two: '2' };

/** Binds a contract with this input. */
function bindInput(input: z.ZodObject): BoundTool {
  return bindTool(contract({ input }), both);
}

/** Every name of a property in a schema, however deep. */
function propertyNames(schema: unknown): readonly string[] {
  if (schema === null || typeof schema !== 'object') return [];
  return Object.entries(schema).flatMap(([key, inner]: [string, unknown]) => [
    ...(key === 'properties' && inner !== null && typeof inner === 'object'
      ? Object.keys(inner)
      : []),
    ...propertyNames(inner),
  ]);
}

/** The card that the panel makes from the events of a call. */
async function cardOf(events: readonly CallEvent[]): Promise<Card> {
  const { chats } = await parts();
  const toUpdate = createToolCallUpdates();
  chats.create();
  for (const event of events) {
    const update = toUpdate(event);
    if (update !== undefined) chats.active.update(update);
  }
  const [card, ...others] = chats.active.transcript.allCards();
  chats.close();
  assert.ok(card !== undefined && others.length === 0);
  return card;
}

describe('rules: tool contracts', () => {
  it('INV-02: the tools of the extension are exactly the contracts in core/tools', async () => {
    const { pipelineParts, pipeline } = await parts();
    const bound = bindTools(capabilitiesWith({}));
    assert.deepEqual(
      boundTools(pipelineParts.sources)
        .map(({ spec }) => spec)
        .filter(({ name }) => toolSourceOf(name) === builtInSource),
      bound.map(({ spec }) => spec),
    );
    assert.deepEqual(
      ownTools(pipeline).map(({ name }) => name),
      definitions.map(({ name }) => `core__${name}`).sort(),
    );
  });

  it('INV-03: a tool reaches the outside world only through its capabilities', async () => {
    const folder = await freshFolder('inv03');
    const file = await put(folder, 'a.txt', 'one\n');
    const refusal = fail(failure('execution', 'Refused by the capability.'));
    const refuse = () => Promise.resolve(refusal);
    const refusing = capabilitiesWith({
      files: {
        resolve: refuse,
        locate: refuse,
        read: refuse,
        write: refuse,
        stamp: refuse,
        list: refuse,
        inside: refuse,
        plan: refuse,
        createFolder: refuse,
        remove: refuse,
        move: refuse,
        copy: refuse,
      },
      diagnostics: { ofEditor: refuse, ofCargo: refuse, defaultMax: () => 50 },
      search: { grep: refuse, find: refuse },
      terminals: { create: refuse },
      overflow: { put: refuse, read: refuse },
      compaction: { compress: refuse },
      workspace: (await parts()).workspace,
    });
    const on = await pipelineWith({ tools: () => bindTools(refusing), policy: noPolicies });
    for (const { name, args } of sampleCalls(folder, file)) {
      const { outcome } = await call(name, args, { on });
      assert.equal(outcome.failure?.message, 'Refused by the capability.', name);
    }
    assert.equal(await textOf(file), 'one\n');
    assert.equal(existsSync(path.join(folder, 'b.txt')), false);
  });

  it('INV-09: tools are bound to the capabilities of the composition root and expose none of them', async () => {
    const { pipelineParts } = await parts();
    const { files } = pipelineParts.environment;
    const used: string[] = [];
    const own = files.read.bind(files);
    files.read = (...args) => {
      used.push(args[0]);
      return own(...args);
    };
    const file = await put(await freshFolder('inv09'), 'a.txt', 'one\n');
    try {
      assert.equal((await call('read', { path: file })).outcome.status, 'completed');
    } finally {
      files.read = own;
    }
    assert.deepEqual(used, [file]);
    for (const tool of boundTools(pipelineParts.sources)) {
      const open = ['run', 'needs', 'input', 'output', 'capabilities'].filter((key) => key in tool);
      assert.deepEqual(open, [], `${tool.id} shows its contract or what it is bound to`);
    }
  });

  it("INV-10: a tool's description is seven fields of plain data, with a schema in the common subset", async () => {
    const { pipeline } = await parts();
    for (const spec of ownTools(pipeline)) {
      const fields = [
        'name',
        'title',
        'description',
        'inputSchema',
        'effect',
        'traits',
        'redaction',
      ];
      assert.deepEqual(Object.keys(spec).sort(), fields.sort());
      assert.deepEqual(JSON.parse(JSON.stringify(spec)), spec, 'it is plain data');
      assert.ok(checkToolSchema(spec.inputSchema, 'core').ok, spec.name);
    }
  });

  it('INV-14: every schema that is sent is compiled from its contract', async () => {
    const { pipelineParts } = await parts();
    const sent = new Map(
      boundTools(pipelineParts.sources).map(({ name, spec }) => [name, spec.inputSchema]),
    );
    assert.equal(sent.size, definitions.length);
    for (const { name, input } of definitions) {
      const { $schema: _dialect, ...compiled } = z.toJSONSchema(input, {
        target: 'draft-07',
        io: 'input',
      });
      assert.deepEqual(sent.get(name), compiled, name);
    }
  });

  it('INV-16: tool ids are namespaced by source and valid on the wire; other names are refused', async () => {
    const { pipelineParts } = await parts();
    for (const { id, name, spec } of boundTools(pipelineParts.sources)) {
      assert.match(id, /^core__[a-z][a-z0-9_]{0,57}$/);
      assert.deepEqual([spec.name, id], [id, `core__${name}`]);
    }
    for (const name of ['', 'a'.repeat(59), 'Read', '1st', 'a.b', 'a-b', 'a b', 'mcp__a__b!']) {
      assert.throws(() => bindTool(contract({ name }), both), /not well formed/, name);
    }
  });

  it('INV-17: every contract declares the effect listed here; a contract without one is refused', async () => {
    const { pipelineParts } = await parts();
    const effects = boundTools(pipelineParts.sources).map(
      ({ id, effect }) => [id, effect] as const,
    );
    assert.deepEqual(Object.fromEntries(effects), {
      core__bash: 'state_change',
      core__bash_kill: 'state_change',
      core__bash_output: 'read_only',
      core__compress_context: 'state_change',
      core__copy_path: 'state_change',
      core__create_directory: 'state_change',
      core__delete_path: 'state_change',
      core__diagnostics: 'read_only',
      core__edit: 'state_change',
      core__fetch: 'external_side_effect',
      core__find_path: 'read_only',
      core__grep: 'read_only',
      core__list_directory: 'read_only',
      core__move_path: 'state_change',
      core__read: 'read_only',
      core__read_overflow: 'read_only',
      core__web_scrape: 'external_side_effect',
      core__write: 'state_change',
    });
    for (const { spec } of boundTools(pipelineParts.sources)) {
      assert.ok(toolEffects.includes(spec.effect));
    }
    const without = () => bindTool(contract({ without: 'effect' }), both);
    assert.throws(without, /sample needs an effect/);
  });

  it('INV-22: two tools with one id or one name are refused when the catalog is built', async () => {
    const again = probeTool('read').tool;
    await assert.rejects(pipelineWith({ probes: [again] }), /share the id core__read/);
    const otherId = { ...again, id: 'read', spec: { ...again.spec, name: 'read' } };
    await assert.rejects(pipelineWith({ probes: [otherId] }), /share the id read/);
  });

  it('INV-24: a contract is the only source for catalog, card, audit entry and Explain', async () => {
    const probe = probeTool('probe', { effect: 'state_change' });
    const on = await pipelineWith({ probes: [probe.tool] });
    assert.deepEqual(
      on.catalog().find(({ name }) => name === probe.id),
      probe.tool.spec,
    );
    const { events, entry, outcome } = await call('probe', { text: 'hello' }, { on });
    const { item } = await cardOf(events);
    assert.deepEqual([item.tool, item.title, item.status], ['probe', 'probe', 'completed']);
    assert.deepEqual(
      [entry.tool, entry.call, entry.result],
      [probe.id, { text: 'hello' }, 'success'],
    );
    assert.equal(outcome.effect, 'state_change');
    const raw = {
      toolCallId: 'x',
      tool: 'probe',
      args: {},
      phase: 'executor',
      origin: 'model',
      attempt: 0,
    } as const;
    const context = { sessionId: freshSession(), actorId: 'a', tenantId: 't' };
    assert.equal((await on.explain(raw, context)).tool, probe.id);
  });

  it('INV-26a: no schema has a connection id; a schema that has one is refused', async () => {
    const { pipeline } = await parts();
    const names = ownTools(pipeline).flatMap(({ inputSchema }) => propertyNames(inputSchema));
    assert.ok(names.includes('path'), 'the names are found');
    assert.deepEqual(
      names.filter((name) => /^connection[-_]?id$/i.test(name)),
      [],
    );
    for (const name of ['connectionId', 'connection_id', 'CONNECTIONID']) {
      const inner = z.strictObject({ [name]: z.string() });
      assert.throws(() => bindInput(inner), /must not have/);
      assert.throws(() => bindInput(z.strictObject({ deep: z.array(inner) })), /must not/);
    }
  });

  it('INV-29: a tool gets the capabilities it declares, frozen, and no others', async () => {
    const on = await pipelineWith({ probes: [bindTool(contract({}), both)] });
    const { outcome } = await call('sample', {}, { on });
    assert.equal(outcome.text, 'one true false');
  });

  it('INV-32: every tool works with fake capabilities alone, without disk and network', async () => {
    const files = createFakeFiles({ 'a.txt': 'one\n' });
    const terminals = createFakeTerminals();
    const capabilities = capabilitiesWith({
      files,
      terminals: {
        create: async (request) => {
          const created = await terminals.create(request);
          terminals.commands.at(-1)?.exit({ exitCode: 0, exitCodeKnown: true });
          return created;
        },
      },
      overflow: {
        put: () => Promise.reject(new Error('unused')),
        read: () => Promise.resolve(succeed({ text: 'kept', totalChars: 4 })),
      },
      compaction: { compress: () => Promise.resolve(succeed(someCompaction)) },
      shellLimits: { softMs: () => 1000, hardMs: () => 1000, outputBytes: () => 1000 },
    });
    const { workspace } = capabilities;
    const tools = () => bindTools(capabilities);
    const on = await pipelineWith({ tools, files, workspace, policy: noPolicies });
    const { fetch } = globalThis;
    let fetched = 0;
    globalThis.fetch = () => {
      fetched += 1;
      return Promise.reject(new Error('No network in this test.'));
    };
    try {
      for (const { name, args } of sampleCalls('/ws', '/ws/a.txt')) {
        const { outcome } = await call(name, args, { on });
        assert.equal(outcome.status, 'completed', `${name}: ${outcome.text}`);
      }
    } finally {
      globalThis.fetch = fetch;
    }
    assert.equal(fetched, 0);
    assert.equal(files.contents.get('/ws/a.txt'), 'two\n');
    assert.equal(files.contents.get('/ws/b.txt'), 'three\n');
    assert.equal(existsSync('/ws'), false);
  });

  it('INV-33: no contract can run by itself; the extension binds each one', async () => {
    const { pipelineParts } = await parts();
    const running = new Map<string, BoundTool>(
      boundTools(pipelineParts.sources).map((tool) => [tool.name, tool]),
    );
    for (const definition of definitions) {
      assert.ok(running.has(definition.name));
      assert.equal('exec' in definition, false);
      const bindAlone = () => {
        Reflect.apply(bindTool, undefined, [definition, {}]);
      };
      assert.throws(bindAlone, /needs a capability that is not bound/, definition.name);
    }
  });

  it('INV-34: a capability that nothing provides fails the start and names who needs it', async () => {
    const { stages, access, store } = await parts();
    const { base, work } = stages;
    const { calls, runners, connection } = work.parts;
    const { request } = connection.link;
    const outputs = store.overflow;
    const stores = {
      access,
      store,
      outputs,
      compactions: createCompactions(),
      request,
      web: calls.web,
      mcp: calls.mcp,
    };
    const compose = (changedStores: object, changedRunners: object): void => {
      Reflect.apply(composePipelineParts, undefined, [
        base,
        { ...stores, ...changedStores },
        { ...runners, ...changedRunners },
      ]);
    };
    assert.equal(
      boundTools(composePipelineParts(base, stores, runners).sources).length,
      definitions.length,
    );
    assert.throws(
      () => compose({}, { background: undefined }),
      /^Error: Tool bash needs a capability that is not bound: background\.$/,
    );
    assert.throws(
      () => compose({ outputs: undefined }, {}),
      /^Error: Tool read_overflow needs a capability that is not bound: overflow\.$/,
    );
  });

  it('INV-34: a tool that is switched off stops no other', async () => {
    await withUser({ allowedTools: ['list_directory'] }, async () => {
      assert.equal((await call('bash', { command: 'echo' })).code, 'policy_denied');
      assert.equal((await call('list_directory', { path: '.' })).outcome.status, 'completed');
    });
  });
});
