import { asIs } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../../src/core/base/sentence';
import { shown } from '../../../../../src/host/window/language';
import { inGerman } from '../../../fakes/in-german';
import * as z from 'zod';
import { bindToolOf } from '../../../../../src/core/contracts/tools/bind-tool';
import { defineTool } from '../../../../../src/core/contracts/tools/define-tool';
import { succeed } from '../../../../../src/core/contracts/failure';
import {
  type ToolEffect,
  toolSourceOf,
  type ToolTrait,
} from '../../../../../src/core/contracts/tool-spec';

const schema = { type: 'object', properties: { text: { type: 'string' } } };

interface Given {
  readonly cacheable?: boolean | { readonly ttl: number };
  readonly effect?: ToolEffect;
  readonly source?: string;
  readonly schema?: unknown;
  readonly traits?: readonly ToolTrait[];
}

function bound(name: string, given: Given = {}) {
  const { traits, cacheable = false, effect = 'read_only', ...more } = given;
  const definition = defineTool<object>()({
    ...{ name, title: asIs(name), description: 'Says it.', effect, kind: 'other' },
    ...{ cacheable, needs: [], ...(traits && { traits }) },
    input: z.looseObject({}),
    output: z.object({ said: z.string() }),
    redact: ['said'],
    subject: () => ({ text: '', reads: [], writes: [] }),
    label: () => name,
    run: () => Promise.resolve(succeed({ said: '' })),
    toModel: ({ said = '' }) => said,
  });
  return bindToolOf({ source: 'mcp:files', schema, ...more }, definition, {});
}

describe('binding a tool of another source', () => {
  it('INV-16: gives it an id of its source, and offers its own schema', () => {
    const tool = bound('Read-all', { schema: { ...schema, $schema: 'draft-07' } });
    assert.ok(tool.ok);
    assert.equal(tool.value.id, 'mcp__files__Read-all');
    assert.equal(toolSourceOf(tool.value.id), 'mcp:files');
    assert.deepEqual(tool.value.spec.inputSchema, schema);
    assert.equal(tool.value.prepare({ text: 1, more: true }).ok, true, 'the server checks them');
    assert.equal(tool.value.prepare('text').ok, false);
  });

  const sources = ['mcp:files', 'mcp:a__b', 'mcp:a_', 'other:files', 'built-in'];
  for (const source of sources) {
    it(`INV-16: no id of ${source} belongs to another source`, () => {
      for (const name of ['read', '_read', 'a__b', '__']) {
        const tool = bound(name, { source });
        if (tool.ok) assert.equal(toolSourceOf(tool.value.id), source);
      }
    });
  }

  for (const name of ['', 'a b', '../../etc', 'lés', 'a\u200b', 'x'.repeat(300)]) {
    it(`INV-16: refuses the name ${JSON.stringify(name.slice(0, 20))}`, () => {
      const tool = bound(name);
      assert.ok(!tool.ok);
      assert.equal(inEnglish(tool.failure), 'Its name is not one that every provider takes.');
      const text = inGerman(() => shown(tool.failure));
      assert.equal(text, 'Nicht jeder Anbieter akzeptiert den Namen.');
    });
  }

  it('decision contract-fields: refuses traits, which only built-in tools have', () => {
    assert.equal(bound('read', { traits: ['unprompted'] }).ok, false);
  });

  it('INV-10: refuses a schema that some provider refuses, and does not throw', () => {
    const outside = [undefined, 'text', [], { type: 'string' }, { ...schema, anyOf: [] }];
    for (const given of outside) assert.equal(bound('read', { schema: given }).ok, false);
  });

  it('decisions 14 and 50: caches what reads, or for a time what reaches out, and no change', () => {
    const ttl = { cacheable: { ttl: 900 } };
    assert.ok(bound('fetch', { ...ttl, effect: 'external_side_effect' }).ok);
    assert.throws(() => bound('write', { ...ttl, effect: 'state_change' }), /decision 50/);
    assert.throws(() => bound('read', { cacheable: { ttl: 0 } }), /decision 50/);
    const always = { cacheable: true, effect: 'external_side_effect' } as const;
    assert.throws(() => bound('fetch', always), /decision 14/);
  });
});
