import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import * as z from 'zod';
import {
  checkToolSchema,
  compileToolSchema,
} from '../../../../../src/core/contracts/tools/tool-schema';
import { bindTools } from '../../../../../src/core/tools/catalog.gen';
import { definitions } from '../../tools/definitions';
import { capabilitiesWith } from '../../tools/run-tool';

const bound = bindTools(capabilitiesWith({}));
const snapshots = path.resolve('test/fixtures/schemas');

function fileText(schema: unknown): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** `UPDATE_GOLDEN=1` accepts the present schema. */
function accepted(id: string, present: string): string {
  const file = path.join(snapshots, `${id}.json`);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(snapshots, { recursive: true });
    writeFileSync(file, present);
  }
  assert.ok(existsSync(file), `${file} is missing: run with UPDATE_GOLDEN=1 and review it`);
  return readFileSync(file, 'utf8');
}

describe('the schemas of the core tools', () => {
  for (const { id, spec } of bound) {
    it(`INV-13: ${id} compiles to the very bytes of its snapshot, every time`, () => {
      const again = bindTools(capabilitiesWith({})).find((tool) => tool.id === id);
      assert.equal(fileText(again?.spec.inputSchema), fileText(spec.inputSchema));
      assert.equal(fileText(spec.inputSchema), accepted(id, fileText(spec.inputSchema)));
    });

    it(`INV-10: ${id} lies in the subset that every provider takes`, () => {
      assert.deepEqual(checkToolSchema(spec.inputSchema, 'core').ok, true);
    });
  }

  it('INV-13: every snapshot is of a tool that there is', () => {
    const ids = bound.map(({ id }) => `${id}.json`);
    assert.deepEqual(readdirSync(snapshots).sort(), ids.sort());
  });

  it('INV-14: each is what zod makes of the contract, and nothing else', () => {
    assert.deepEqual(
      definitions.map(({ name }) => name).sort(),
      bound.map(({ name }) => name).sort(),
    );
    for (const { name, input } of definitions) {
      const { $schema, ...compiled } = z.toJSONSchema(input, { target: 'draft-07', io: 'input' });
      const spec = bound.find((tool) => tool.name === name)?.spec;
      assert.equal(fileText(spec?.inputSchema), fileText(compiled));
      assert.match($schema ?? '', /draft-07/);
    }
  });

  it('INV-14: no tool or contract holds a JSON Schema written by hand', () => {
    const folders = ['src/core/tools', 'src/core/contracts'];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => path.join(folder, file)),
    );
    assert.ok(files.length > 20);
    assert.deepEqual(
      files.filter((file) => hasHandWrittenSchema(readFileSync(file, 'utf8'))),
      [],
    );
  });

  it('INV-14: the search for them finds one', () => {
    assert.ok(hasHandWrittenSchema(`const s = { 'type': 'object', "properties": {} };`));
    assert.ok(hasHandWrittenSchema('f([{ properties, type: `object` as const }])'));
    assert.ok(!hasHandWrittenSchema(`const s = { type: 'string', properties: {} };`));
    assert.ok(!hasHandWrittenSchema(`if (rest.type !== 'object') fail(properties);`));
  });
});

function hasHandWrittenSchema(text: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) found ||= isSchemaLiteral(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest));
  return found;
}

function isSchemaLiteral({ properties }: ts.ObjectLiteralExpression): boolean {
  const named = (name: string) =>
    properties.find(
      (property) =>
        property.name !== undefined &&
        (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name)) &&
        property.name.text === name,
    );
  const type = named('type');
  if (type === undefined || !ts.isPropertyAssignment(type)) return false;
  const value = ts.isAsExpression(type.initializer)
    ? type.initializer.expression
    : type.initializer;
  return (
    ts.isStringLiteralLike(value) && value.text === 'object' && named('properties') !== undefined
  );
}

const outside: readonly (readonly [string, z.ZodObject, RegExp])[] = [
  ['a union with an object', strict(z.union([z.string(), z.strictObject({})])), /uses anyOf/],
  ['an option that may be null', strict(z.enum(['a']).nullable()), /uses anyOf/],
  [
    'a union told apart by a field',
    strict(z.discriminatedUnion('k', [z.strictObject({ k: z.literal('a') })])),
    /uses oneOf/,
  ],
  ['two patterns for a text', strict(z.string().regex(/a/).regex(/b/)), /uses allOf/],
  ['a record', strict(z.record(z.string(), z.string())), /uses propertyNames|strictObject/],
  ['a schema with an id', strict(z.string().meta({ id: 'named' })), /uses \$ref|uses definitions/],
  ['an open object', z.object({ value: z.string() }), /must be a z\.strictObject/],
  ['an open object inside', strict(z.object({})), /value must be a z\.strictObject/],
  ['a loose object', z.looseObject({ value: z.string() }), /must be a z\.strictObject/],
  ['a connectionId', z.strictObject({ connectionId: z.string() }), /must not have connectionId/],
  [
    'a connection_id inside',
    strict(z.array(z.strictObject({ connection_ID: z.string().optional() }))),
    /must not have connection_ID/,
  ],
];

function strict(value: z.ZodType): z.ZodObject {
  return z.strictObject({ value });
}

describe('compiling a contract', () => {
  for (const [what, input, reason] of outside) {
    const invariant = what.startsWith('a connection') ? 'INV-26a' : 'INV-10';
    it(`${invariant}: ${what} is refused at registration, with the name of the tool`, () => {
      assert.throws(() => compileToolSchema('sample', input), reason);
      assert.throws(() => compileToolSchema('sample', input), /^Error: Tool sample: /);
    });
  }

  it('INV-10: what JSON Schema cannot say is refused', () => {
    assert.throws(() => compileToolSchema('sample', strict(z.date())), /Date/);
    assert.throws(() => compileToolSchema('sample', strict(z.bigint())), /BigInt/);
  });

  it('INV-10: unions of plain types and values that may be null pass', () => {
    const input = z.strictObject({
      either: z.union([z.string(), z.number()]),
      empty: z.string().nullable(),
    });
    assert.deepEqual(compileToolSchema('sample', input), {
      type: 'object',
      properties: { either: { type: ['string', 'number'] }, empty: { type: ['string', 'null'] } },
      required: ['either', 'empty'],
      additionalProperties: false,
    });
  });

  it('INV-13: two compilations are the same bytes, without $schema', () => {
    const compile = () => {
      const input = z.strictObject({ b: z.int().min(1).optional(), a: z.string().max(9) });
      return JSON.stringify(compileToolSchema('sample', input));
    };
    assert.equal(compile(), compile());
    assert.ok(!compile().includes('$schema'));
  });
});
