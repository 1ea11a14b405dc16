import { say } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { bindGate, defineGate } from '../../../src/core/contracts/policy/define-gate';
import { defineTool } from '../../../src/core/contracts/tools/define-tool';
import { failure, fail, succeed } from '../../../src/core/contracts/failure';
import { toolSourceOf } from '../../../src/core/contracts/tool-spec';
import { bindGates } from '../../../src/core/gates/catalog.gen';
import * as toolCatalog from '../../../src/core/tools/catalog.gen';
import { askAtOnce, gateCall } from '../fakes/gate-call';
import { createFakeFiles } from '../fakes/files';
import { createFakeTerminals } from '../fakes/terminals';
import { createFakeWeb, visitOf } from '../fakes/web';
import { createBackgroundChat } from '../core/tools/background-chat';
import { definitions } from '../core/tools/definitions';
import { capabilitiesWith, runTool, someCompaction } from '../core/tools/run-tool';
import { endsAtOnce } from './product';
import { sampleCalls } from './sample-calls';

interface Some {
  readonly one: string;
  readonly two: string;
}

/** A contract with the test's changes. */
function contract(more: {
  readonly name?: string;
  readonly input?: z.ZodObject;
  readonly without?: string;
}) {
  const definition = defineTool<Some>()({
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
    run: (_args, _context, caps) => Promise.resolve(succeed({ said: Object.keys(caps).join() })),
    toModel: ({ said = '' }) => said,
  });
  if (more.without !== undefined) Reflect.deleteProperty(definition, more.without);
  return definition;
}

/** All capabilities but one, as a faulty composition root would bind them. */
function without(name: string): object {
  return Object.fromEntries(Object.entries(capabilitiesWith({})).filter(([key]) => key !== name));
}

function textOf(outcome: Awaited<ReturnType<typeof runTool>>): string {
  return outcome.ok ? outcome.text : outcome.failure.errorCode;
}

describe('capabilities of tools and gates', () => {
  const files = createFakeFiles({ 'a.txt': 'one\n' });
  const slice = succeed({ text: 'one', totalChars: 3 });
  const given: Parameters<typeof capabilitiesWith>[0] = {
    files,
    terminals: endsAtOnce(createFakeTerminals()),
    overflow: {
      put: () => Promise.reject(new Error('unused')),
      read: () => Promise.resolve(slice),
    },
    compaction: { compress: () => Promise.resolve(succeed(someCompaction)) },
  };

  it('INV-03: every tool works by its capabilities alone, without VS Code and without a disk', async () => {
    assert.throws(() => require.resolve('vscode'));
    assert.equal(existsSync('/ws'), false);
    const { background, start } = createBackgroundChat();
    await start();
    for (const tool of toolCatalog.bindTools(capabilitiesWith({ ...given, background }))) {
      const outcome = await runTool(tool, sampleCalls[tool.id]);
      assert.equal(outcome.ok, true, `${tool.id}: ${textOf(outcome)}`);
    }
    assert.equal(files.contents.get('/ws/a.txt'), 'two\n');
    assert.equal(files.contents.get('/ws/b.txt'), 'three\n');
  });

  it('INV-03: no tool bypasses a capability that refuses', async () => {
    const refusal = fail(failure('policy_denied', 'Refused by the port.'));
    const refuse = () => Promise.resolve(refusal);
    const all = {
      resolve: refuse,
      locate: refuse,
      read: refuse,
      write: refuse,
      stamp: refuse,
      list: refuse,
      inside: refuse,
      plan: refuse,
      head: refuse,
      createFolder: refuse,
      remove: refuse,
      move: refuse,
      copy: refuse,
    };
    const refusing: Parameters<typeof capabilitiesWith>[0] = {
      files: all,
      search: { grep: refuse, find: refuse },
      terminals: { create: refuse },
      overflow: { put: refuse, read: refuse },
      compaction: { compress: refuse },
      diagnostics: { ofEditor: refuse, ofCargo: refuse, defaultMax: () => 50 },
      web: createFakeWeb((url) => ({ ...refusal, visit: visitOf(url) })),
    };
    for (const tool of toolCatalog.bindTools(capabilitiesWith(refusing))) {
      const outcome = await runTool(tool, sampleCalls[tool.id]);
      // A chat without commands has none that could be read or ended.
      const isListed = tool.id === 'core__bash_kill' || tool.id === 'core__bash_output';
      assert.equal(textOf(outcome), isListed ? 'validation' : 'policy_denied', tool.id);
    }
  });

  it('INV-10: a schema outside the subset is refused at registration', () => {
    const caps = { one: '1', two: '2' };
    const outside = {
      any_of: z.union([z.string(), z.strictObject({})]),
      all_of: z.string().regex(/a/).regex(/b/),
      one_of: z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('a') })]),
      names: z.record(z.string(), z.string()),
      open: z.object({ inner: z.string() }),
      reference: z.strictObject({}).meta({ id: 'Shared' }),
      'odd name': z.string(),
    };
    for (const [name, schema] of Object.entries(outside)) {
      const input = z.strictObject({ [name]: schema });
      assert.throws(() => bindTool(contract({ input }), caps), /^Error: Tool sample: /, name);
    }
  });

  it('INV-16: tool ids are namespaced by source and valid on the wire', () => {
    for (const { id, name, spec } of toolCatalog.bindTools(capabilitiesWith({}))) {
      assert.match(id, /^core__[a-z][a-z0-9_]*$/);
      assert.ok(id.length <= 64);
      assert.deepEqual([spec.name, id], [id, `core__${name}`]);
      assert.equal(toolSourceOf(id), 'built-in');
    }
    assert.equal(toolSourceOf('mcp__files__read'), 'mcp:files');
  });

  it('INV-16: a name that is too long or has other characters is refused', () => {
    const caps = { one: '1', two: '2' };
    assert.equal(bindTool(contract({ name: 'a'.repeat(58) }), caps).id.length, 64);
    for (const name of ['', 'a'.repeat(59), 'Read', '1st', 'a.b', 'a-b', 'ünder', 'a b', '_a']) {
      assert.throws(() => bindTool(contract({ name }), caps), /not well formed/, name);
    }
  });

  it('INV-17: every contract declares the effect listed here', () => {
    const bound: readonly BoundTool[] = toolCatalog.bindTools(capabilitiesWith({}));
    assert.deepEqual(Object.fromEntries(bound.map(({ id, effect }) => [id, effect])), {
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
    for (const { spec, effect } of bound) assert.equal(spec.effect, effect);
  });

  it('INV-17: a contract without an effect is refused at registration', () => {
    const caps = { one: '1', two: '2' };
    assert.throws(() => bindTool(contract({ without: 'effect' }), caps), /sample needs an effect/);
  });

  it('INV-29: a tool gets the capability it declares and no other', async () => {
    const tool = bindTool(contract({}), { one: '1', two: '2' });
    assert.equal(textOf(await runTool(tool, {})), 'one');
  });

  it('INV-29: a gate gets the capability it declares, frozen, and no other', () => {
    let handed: readonly string[] = [];
    const definition = defineGate<Some>()({
      name: 'sample',
      slot: 'utility',
      needs: ['two'],
      check: (_call, caps) => {
        handed = Object.keys(caps);
        return { verdict: 'allow', reason: Object.isFrozen(caps) ? say`frozen` : say`open` };
      },
    });
    const all: Some = { one: '1', two: '2' };
    const gate = bindGate(definition, all);
    assert.equal(askAtOnce(gate, gateCall({})).reason, 'frozen');
    assert.deepEqual(handed, ['two']);
  });

  it('INV-33: the catalog exports only a function that binds; no contract can run by itself', async () => {
    assert.deepEqual(Object.keys(toolCatalog), ['bindTools']);
    const bound = toolCatalog.bindTools(capabilitiesWith({}));
    assert.deepEqual(
      bound.map(({ name }) => name).sort(),
      definitions.map(({ name }) => name).sort(),
    );
    for (const definition of definitions) {
      assert.equal('exec' in definition, false);
      const args = sampleCalls[`core__${definition.name}`];
      const context = { signal: new AbortController().signal, sessionId: 's1', isShown: true };
      const run = async () => {
        const work = definition.run ?? definition.plan;
        await Reflect.apply(work, undefined, [args, context, {}]);
      };
      await assert.rejects(run(), TypeError, definition.name);
    }
  });

  for (const name of Object.keys(capabilitiesWith({}))) {
    it(`INV-34: without the capability ${name} the start fails and names who needs it`, () => {
      const bindAll = (bind: typeof bindGates | typeof toolCatalog.bindTools) => {
        try {
          Reflect.apply(bind, undefined, [without(name)]);
          return '';
        } catch (error) {
          return String(error);
        }
      };
      const needy = definitions.find(({ needs }) => needs.some((need) => need === name));
      const told = bindAll(toolCatalog.bindTools);
      assert.equal(
        told,
        needy === undefined
          ? ''
          : `Error: Tool ${needy.name} needs a capability that is not bound: ${name}.`,
      );
      assert.match(
        bindAll(bindGates),
        new RegExp(`^$|^Error: Gate [a-z-]+ needs a .*: ${name}\\.$`),
      );
    });
  }

  it('INV-34: a capability that nothing provides has no default', () => {
    const all = Object.keys(capabilitiesWith({}));
    const declared = new Set<string>(definitions.flatMap(({ needs }) => [...needs]));
    assert.deepEqual(
      [...declared].filter((name) => !all.includes(name)),
      [],
    );
    const bindNone = () => {
      Reflect.apply(bindGates, undefined, [{}]);
    };
    assert.throws(bindNone, /^Error: Gate [a-z-]+ needs a capability that is not bound/);
  });
});
