import { inEnglish } from '../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { valueFaults } from '../../../../src/core/mcp/check-value';
import { narrowedSchema } from '../../../../src/core/mcp/narrow-schema';
import type { UnknownObject } from '../../../../src/core/contracts/json';
import { checkToolSchema } from '../../../../src/core/contracts/tools/tool-schema';

const point = {
  type: 'object',
  properties: { x: { type: 'integer', minimum: 0 }, tags: { $ref: '#/$defs/tags' } },
  required: ['x'],
  additionalProperties: false,
  $defs: { tags: { type: 'array', items: { type: 'string', maxLength: 3 }, maxItems: 2 } },
};

describe('schemas of servers', () => {
  it('003-mcp-1: finds what a value lacks, has too much of, or has of the wrong type', () => {
    const faults = (value: unknown) =>
      valueFaults(point, value).map(({ path, expected }) => [path.join('.'), expected]);
    assert.deepEqual(faults({ x: 1, tags: ['abc'] }), []);
    assert.deepEqual(faults({}), [['x', { type: 'integer', isPresent: false }]]);
    assert.deepEqual(faults({ x: 1.5 }), [['x', { type: 'integer', isPresent: true }]]);
    assert.deepEqual(faults({ x: -1, y: 2 }), [
      ['', { noKeys: ['y'] }],
      ['x', { keyword: 'minimum 0' }],
    ]);
    assert.deepEqual(faults({ x: 1, tags: ['abcd'] }), [['tags.0', { keyword: 'maxLength 3' }]]);
    assert.deepEqual(valueFaults({ enum: ['a'] }, 'b')[0]?.expected, { values: ['a'] });
    const either = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    assert.deepEqual([valueFaults(either, null).length, valueFaults(either, 1).length], [0, 1]);
  });

  it('runs no pattern of a server, and stops after a bounded number of steps', () => {
    const hostile = { type: 'string', pattern: '^(a+)+$' };
    assert.deepEqual(valueFaults(hostile, `${'a'.repeat(40)}!`), []);
    const twice = (depth: number): object => {
      const inner = depth === 0 ? { type: 'null' } : twice(depth - 1);
      return { anyOf: [inner, inner] };
    };
    assert.ok(valueFaults(twice(40), 'x').length <= 5);
    const self = { $ref: '#' };
    assert.deepEqual(valueFaults(self, 1), []);
  });

  it('narrows a schema to what every provider takes (decision 55)', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        ...point.properties,
        kind: { oneOf: [{ const: 'a' }, { const: 'b' }] },
        maybe: { anyOf: [{ type: 'string', pattern: '(a+)+' }, { type: 'null' }] },
        mixed: { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'Te\u200bxt' },
        map: { type: 'object', propertyNames: { pattern: 'x' }, additionalProperties: {} },
        self: { $ref: '#' },
      },
      required: ['x'],
      $defs: point.$defs,
    };
    const narrowed = narrowedSchema(schema);
    assert.ok(narrowed.ok);
    assert.deepEqual(narrowed.value, {
      type: 'object',
      properties: {
        x: { type: 'integer', minimum: 0 },
        tags: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 3 } },
        kind: { type: 'string', enum: ['a', 'b'] },
        maybe: { type: 'string' },
        mixed: { description: 'Text' },
        map: { type: 'object', additionalProperties: {} },
        self: {},
      },
      required: ['x'],
    });
    assert.deepEqual(checkToolSchema(narrowed.value, 'foreign').ok, true);
  });

  it('INV-26a: refuses other documents, connections in any spelling, and what is too large', () => {
    const problem = (properties: UnknownObject): string => {
      const narrowed = narrowedSchema({ type: 'object', properties });
      return narrowed.ok ? '' : inEnglish(narrowed.failure);
    };
    assert.match(problem({ a: { $ref: 'https://example.com/s.json' } }), /another document/);
    for (const name of ['connectionId', 'CONNECTION_ID', 'connection-id', 'connection.id']) {
      assert.match(problem({ a: { type: 'object', properties: { [name]: {} } } }), /connection/);
    }
    const many: UnknownObject = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [`p${String(at)}`, {}]),
    );
    assert.match(problem(many), /too large/);
  });
});
