import { say } from '../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import * as z from 'zod';
import { bindTool } from '../../../src/core/contracts/tools/bind-tool';
import type { BoundTool } from '../../../src/core/contracts/tools/bound-tool';
import { defineTool } from '../../../src/core/contracts/tools/define-tool';
import { succeed } from '../../../src/core/contracts/failure';
import { createProduct, type Product, type ProductOptions } from './product';
import { failingSamples, sampleCalls } from './sample-calls';

const marker = 'zq7-opaque-marker-of-this-test';

/** A tool that returns one field that may leave the pipeline and one that must not. */
function tellTale(redact: readonly ('said' | 'secret')[], said = 'fine'): BoundTool {
  const definition = defineTool<object>()({
    name: 'tell_tale',
    title: say`Tell`,
    description: 'Says too much.',
    effect: 'read_only',
    kind: 'other',
    input: z.strictObject({}),
    output: z.object({ said: z.string(), secret: z.string() }),
    redact,
    cacheable: false,
    needs: [],
    subject: () => ({ text: '', reads: [], writes: [] }),
    label: () => 'tell',
    run: () => Promise.resolve(succeed({ said, secret: marker })),
    // Writes everything it receives: only redacted fields may reach it.
    toModel: (output) => JSON.stringify(output),
    present: (output) => ({ locations: [{ path: JSON.stringify(output) }] }),
  });
  return bindTool(definition, {});
}

/** The same tool with one field more than in its contract, which shows everything it receives. */
function leaking(tool: BoundTool): BoundTool {
  return {
    ...tool,
    validateOutput: (value) => {
      const checked = tool.validateOutput(value);
      return checked.ok ? succeed({ ...checked.value, leak: marker }) : checked;
    },
    toModel: (value) => JSON.stringify(value),
  };
}

const visitFields = [
  'url',
  'final_url',
  'title',
  'status',
  'bytes',
  'media_type',
  'cut',
  'removed',
  'unknown_charset',
  'undecoded',
  'addresses',
  'redirects',
  'refused_by',
  'fetched_at',
];

describe('output of the pipeline', () => {
  let product: Product;

  function open(options: ProductOptions): Product {
    product = createProduct(options);
    product.workspace.put('ws/a.txt', 'one\n');
    return product;
  }

  /** Files of the storage folder, all events, requests and reports. */
  function traces(): string {
    const { store, events, reported, asked } = product;
    const files = store.names().map((name) => store.read(name).toString('latin1'));
    return JSON.stringify([files, events, reported, asked]);
  }

  afterEach(() => product.dispose());

  it('INV-04: a field off the allowlist is in no outcome, event, audit entry or stored text', async () => {
    const limits = {
      maxCallsPerSession: 0,
      timeoutMs: 1000,
      overflowThreshold: 100,
      overflowMaxBytes: 0,
    };
    open({ extraTools: [tellTale(['said'], 'long '.repeat(1000))], policy: { limits } });
    const outcome = await product.call('core__tell_tale', {});
    assert.equal(outcome.status, 'completed');
    assert.ok(outcome.overflowId !== undefined, 'the text was stored');
    assert.match(traces(), /long long/);
    assert.equal((JSON.stringify(outcome) + traces()).includes(marker), false);
  });

  it('INV-04: an output field that the contract does not list is removed everywhere, for every tool', async () => {
    open({ tools: (own) => own.map(leaking) });
    assert.equal(product.tools.length, Object.keys(sampleCalls).length);
    for (const [id, args] of Object.entries(sampleCalls)) {
      const outcome = await product.call(id, args);
      assert.equal(outcome.status === 'completed', !failingSamples.has(id), id);
      assert.equal(JSON.stringify(outcome).includes(marker), false, id);
    }
    assert.equal(traces().includes(marker), false);
  });

  it('INV-04: the allowlists of the contracts are those listed here', () => {
    open({});
    const table = product.tools.map(({ name, spec }) => [name, spec.redaction]);
    assert.deepEqual(Object.fromEntries(table), {
      bash: [
        'summary',
        'stdout',
        'stderr',
        'exit_code',
        'exit_code_known',
        'truncated',
        'terminal_id',
        'timed_out',
        'background_id',
      ],
      bash_kill: ['command', 'text'],
      bash_output: ['commands', 'text', 'left_out_lines', 'truncated', 'whole_output'],
      compress_context: ['removed_messages', 'tokens_before', 'tokens_after'],
      copy_path: [
        'source',
        'destination',
        'real_path',
        'kind',
        'files',
        'bytes',
        'replaced',
        'notes',
        'diff',
      ],
      create_directory: ['path', 'real_path', 'made', 'notes'],
      delete_path: ['path', 'real_path', 'kind', 'files', 'trashed', 'notes', 'diffs'],
      diagnostics: ['items', 'total', 'errors', 'warnings', 'truncated'],
      edit: ['path', 'replacements', 'cells', 'notes', 'diff', 'changed_lines', 'changed_line'],
      fetch: [...visitFields, 'text'],
      find_path: ['paths', 'total', 'truncated', 'unsaved', 'other_roots'],
      grep: ['matches', 'cut', 'unsaved', 'other_roots'],
      list_directory: ['path', 'real_path', 'entries', 'total', 'truncated'],
      move_path: ['source', 'destination', 'real_path', 'kind', 'replaced', 'notes', 'diff'],
      read: ['content', 'path', 'real_path', 'total_lines', 'first_line', 'notes', 'truncated'],
      read_overflow: ['text', 'opening', 'offset', 'total_chars', 'next_offset'],
      web_scrape: [...visitFields, 'items', 'found'],
      write: [
        'path',
        'bytes',
        'lines',
        'created',
        'notes',
        'diff',
        'changed_lines',
        'changed_line',
      ],
    });
  });

  it('INV-04: a contract without an allowlist is refused at registration', () => {
    open({});
    assert.throws(() => tellTale([]), /tell_tale needs a redaction allowlist/);
  });

  it('INV-04: an output that cannot be made safe is withheld as redaction_failed', async () => {
    const allowlist = (): never => {
      throw new Error(marker);
    };
    open({ tools: (own) => own.map((tool) => ({ ...tool, allowlist })) });
    const outcome = await product.call('core__read', { path: 'a.txt' });
    assert.equal(outcome.failure?.errorCode, 'redaction_failed');
    assert.equal((JSON.stringify(outcome) + traces()).includes(marker), false);
  });

  it('INV-04: an output that cannot become text for the model is withheld as redaction_failed', async () => {
    const toModel = (): never => {
      throw new Error(marker);
    };
    open({ tools: (own) => own.map((tool) => ({ ...tool, toModel })) });
    const outcome = await product.call('core__read', { path: 'a.txt' });
    assert.equal(outcome.failure?.errorCode, 'redaction_failed');
    assert.equal((JSON.stringify(outcome) + traces()).includes(marker), false);
  });

  it('INV-04: the name of an unknown tool is cut and redacted like other text', async () => {
    open({});
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const secret = await product.call(token, {});
    const long = await product.call('x'.repeat(100_000), {});
    assert.equal((JSON.stringify(secret) + traces()).includes(token), false);
    assert.equal(long.tool.length, 64);
    assert.ok(traces().length < 20_000);
  });

  const secretKeys = [
    'accessToken',
    'access_token',
    'refreshToken',
    'apiKey',
    'api_key',
    'api-key',
    'clientSecret',
    'PASSWORD',
    'Authorization',
    'credentials',
    'headers',
  ];
  for (const key of secretKeys) {
    it(`INV-28: a context that holds ${key} is refused; the value appears nowhere`, async () => {
      open({});
      const places: readonly object[] = [
        { [key]: marker },
        { nested: { deeper: [{ [key]: marker }] } },
      ];
      for (const context of places) {
        const outcome = await product.call('core__read', { path: 'a.txt' }, { context });
        assert.equal(outcome.failure?.errorCode, 'policy_denied');
        assert.equal((JSON.stringify(outcome) + traces()).includes(marker), false);
      }
    });
  }

  it('INV-28: a context that holds only ids is accepted', async () => {
    open({});
    // By hand: nothing sets them yet but the allowed tools.
    const context = {
      subjectId: 'agent:sub',
      connectionIds: ['c1'],
      allowedToolIds: ['core__read'],
    };
    const outcome = await product.call('core__read', { path: 'a.txt' }, { context });
    assert.equal(outcome.status, 'completed');
  });
});
