import assert from 'node:assert/strict';
import { inEnglish } from '../../../../../src/core/base/sentence';
import * as fc from 'fast-check';
import {
  checkToolSchema,
  type SchemaOrigin,
} from '../../../../../src/core/contracts/tools/tool-schema';

const origins: readonly SchemaOrigin[] = ['core', 'foreign'];
const text = { type: 'string' };

/** An object schema with one property, closed. */
function holding(child: unknown, name = 'at') {
  return { type: 'object', properties: { [name]: child }, additionalProperties: false };
}

/** As many schemas inside one another, the root counted. */
function nested(levels: number, wrap: (child: unknown) => unknown): unknown {
  let schema: unknown = text;
  for (let level = 2; level < levels; level += 1) schema = wrap(schema);
  return holding(schema);
}

function problemOf(schema: unknown, origin: SchemaOrigin): string | undefined {
  const checked = checkToolSchema(schema, origin);
  return checked.ok ? undefined : inEnglish(checked.failure);
}

const list = (items: unknown) => ({ type: 'array', items });

/** Keyword, and a value it could have. */
const forbidden: Readonly<Record<string, unknown>> = {
  oneOf: [text],
  anyOf: [text],
  allOf: [text],
  not: text,
  if: text,
  then: text,
  else: text,
  patternProperties: { '^a': text },
  $ref: '#',
  $dynamicRef: '#',
  $recursiveRef: '#',
  definitions: { a: text },
  $defs: { a: text },
  dependencies: { a: ['b'] },
  dependentSchemas: { a: text },
  propertyNames: text,
};

describe('the schema subset', () => {
  for (const [keyword, value] of Object.entries(forbidden)) {
    it(`INV-10: ${keyword} is rejected, at the root and inside, ours or foreign`, () => {
      for (const origin of origins) {
        const root = { ...holding(text), [keyword]: value };
        assert.equal(
          problemOf(root, origin),
          `input uses ${keyword}; not every provider takes it.`,
        );
        const inside = holding(list(holding({ [keyword]: value })));
        const place = /^input\.at\.items\.at uses /;
        assert.match(problemOf(inside, origin) ?? '', place);
      }
    });

    it(`INV-10: a property may be called ${keyword}, as far as names go`, () => {
      const schema = holding(text, keyword);
      assert.equal(problemOf(schema, 'foreign') !== undefined, keyword.startsWith('$'));
    });
  }

  const booleans: readonly (readonly [string, unknown])[] = [
    ['a property', holding(true)],
    ['items', holding(list(false))],
    ['one of several items', holding(list([text, true]))],
    ['contains', holding({ type: 'array', contains: true })],
  ];
  for (const [what, schema] of booleans) {
    it(`INV-10: a boolean schema is rejected as ${what}`, () => {
      for (const origin of origins) {
        assert.match(problemOf(schema, origin) ?? '', /^input\.at.* is a boolean schema;/);
      }
    });
  }

  const roots: readonly (readonly [string, unknown])[] = [
    ['a string', text],
    ['an array', list(text)],
    ['no type', { properties: {}, additionalProperties: false }],
    ['a list of types', { type: ['object'], additionalProperties: false }],
    ['a boolean', true],
    ['null', null],
    ['a list', [holding(text)]],
    ['undefined', undefined],
    ['a function', () => holding(text)],
  ];
  for (const [what, schema] of roots) {
    it(`INV-10: a root that is ${what} is rejected`, () => {
      for (const origin of origins) assert.notEqual(problemOf(schema, origin), undefined);
    });
  }

  const wraps: Readonly<Record<string, (child: unknown) => unknown>> = {
    objects: (child) => holding(child),
    lists: list,
    'lists by place': (child) => list([child]),
  };
  for (const [what, wrap] of Object.entries(wraps)) {
    it(`INV-10: six levels of ${what} pass, seven are rejected`, () => {
      for (const origin of origins) {
        assert.equal(problemOf(nested(6, wrap), origin), undefined);
        assert.match(problemOf(nested(7, wrap), origin) ?? '', /nested deeper than 6 levels/);
      }
    });
  }

  it('INV-10: nesting that would exhaust the stack is rejected, not thrown', () => {
    let schema: unknown = text;
    for (let level = 0; level < 100_000; level += 1) schema = holding(schema);
    assert.match(problemOf(schema, 'foreign') ?? '', /nested too deep/);
  });

  it('INV-10: a schema that holds itself is rejected, not followed for ever', () => {
    const schema: Record<string, unknown> = holding(text);
    schema['default'] = schema;
    assert.notEqual(problemOf(schema, 'foreign'), undefined);
  });

  it('INV-10: what no JSON can hold is rejected', () => {
    for (const value of [undefined, Number.NaN, () => 1, 1n, Symbol('s')]) {
      assert.notEqual(problemOf({ ...holding(text), default: value }, 'foreign'), undefined);
    }
  });

  it('INV-10: properties that are no object are rejected', () => {
    for (const properties of [[], 'x', null, 3, true]) {
      const schema = { type: 'object', properties, additionalProperties: false };
      assert.notEqual(problemOf(schema, 'foreign'), undefined);
    }
    assert.notEqual(problemOf(holding('string'), 'foreign'), undefined);
  });

  it('INV-10: data in a schema is data, whatever its keys are', () => {
    const data = { oneOf: [], connectionId: 'c', not: true };
    const schema = holding({ type: 'object', default: data, additionalProperties: false });
    for (const origin of origins) assert.equal(problemOf(schema, origin), undefined);
  });

  it('INV-10: an object of ours must be closed, the inner ones too (W27)', () => {
    const open = { type: 'object', properties: { at: text } };
    assert.match(problemOf(open, 'core') ?? '', /^input must be a z\.strictObject/);
    assert.match(problemOf(holding(open), 'core') ?? '', /^input\.at must be/);
    assert.match(problemOf(holding(list(open)), 'core') ?? '', /^input\.at\.items must be/);
    assert.notEqual(problemOf(holding({ ...open, type: ['object', 'null'] }), 'core'), undefined);
    const map = { type: 'object', additionalProperties: text };
    assert.notEqual(problemOf(holding(map), 'core'), undefined);
  });

  it('INV-10: a foreign object may be open, and what it opens to is checked', () => {
    const open = { type: 'object', properties: { at: text } };
    assert.equal(problemOf(open, 'foreign'), undefined);
    assert.equal(problemOf({ type: 'object' }, 'foreign'), undefined);
    assert.equal(problemOf({ ...open, additionalProperties: true }, 'foreign'), undefined);
    assert.equal(problemOf({ ...open, additionalProperties: text }, 'foreign'), undefined);
  });

  const places: Readonly<Record<string, (child: unknown) => unknown>> = {
    items: (child) => child,
    prefixItems: (child) => [text, child],
    contains: (child) => child,
    unevaluatedItems: (child) => child,
    additionalItems: (child) => child,
    additionalProperties: (child) => child,
    unevaluatedProperties: (child) => child,
  };
  for (const [keyword, put] of Object.entries(places)) {
    it(`INV-10: what ${keyword} holds is checked, too`, () => {
      const schema = { type: 'object', [keyword]: put({ anyOf: [text] }) };
      assert.match(problemOf(schema, 'foreign') ?? '', new RegExp(`^input.${keyword} uses anyOf;`));
      assert.equal(problemOf({ type: 'object', [keyword]: put(text) }, 'foreign'), undefined);
    });
  }

  it('INV-10: rejects property names that a provider refuses, and cleans them in the message', () => {
    for (const name of ['a b', 'ä', '', '$filter', '__proto__', 'x'.repeat(65), 'x\u001b[2J']) {
      const schema: unknown = JSON.parse(
        `{"type":"object","properties":{${JSON.stringify(name)}:{"type":"string"}}}`,
      );
      const problem = problemOf(schema, 'foreign') ?? '';
      assert.match(problem, /^input has a property "/);
      assert.doesNotMatch(problem, /\p{Cc}|x{41}/u);
    }
    assert.equal(problemOf(holding(text, `a-Z_0.${'x'.repeat(57)}`), 'core'), undefined);
  });

  it('INV-13: answers the schema without $schema, and leaves the given one alone', () => {
    const given = Object.freeze({
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...holding(text),
    });
    const checked = checkToolSchema(given, 'foreign');
    assert.deepEqual(checked, { ok: true, value: holding(text) });
    assert.ok('$schema' in given);
  });

  const connectionNames = [
    'connectionId',
    'connection_id',
    'CONNECTIONID',
    'Connection_ID',
    'connection-id',
  ];
  for (const name of connectionNames) {
    it(`INV-26a: an argument ${name} is rejected at any depth, ours or foreign`, () => {
      for (const origin of origins) {
        const schemas = [
          holding(text, name),
          holding(holding(list(holding(text, name)))),
          { ...holding(text), required: [name] },
        ];
        for (const schema of schemas) {
          assert.match(problemOf(schema, origin) ?? '', /must not have .+ as an argument\.$/);
        }
      }
    });
  }

  it('INV-26a: in what a foreign object opens to, too', () => {
    const schema = { type: 'object', additionalProperties: holding(text, 'connectionId') };
    assert.match(problemOf(schema, 'foreign') ?? '', /must not have connectionId/);
  });

  it('INV-26a: other names with connection or id in them pass', () => {
    for (const name of ['connection', 'id', 'connectionIdentity', 'my_connection_id_2']) {
      assert.equal(problemOf(holding(text, name), 'core'), undefined);
    }
  });

  it('INV-10: never throws, whatever it is given', () => {
    const keys = fc.constantFrom(
      'type',
      'properties',
      'items',
      'required',
      '__proto__',
      '$ref',
      'x',
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>('object', 'array', null, true, 0, undefined),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(...origins), (schema, origin) => {
        assert.equal(typeof checkToolSchema(schema, origin).ok, 'boolean');
      }),
      { numRuns: 1000 },
    );
  });
});
