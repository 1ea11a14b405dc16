import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod';
import { english } from '../../../fakes/english';
import type { Failure } from '../../../../../src/core/contracts/failure';
import { describeIssues } from '../../../../../src/core/contracts/tools/tool-schema';

const schema = z.strictObject({
  path: z.string().min(1).max(50),
  count: z.int().min(1).max(10).optional(),
  ratio: z.number().gt(0).multipleOf(0.5).optional(),
  mode: z.enum(['fast', 'safe']).optional(),
  version: z.literal(2).optional(),
  tags: z.array(z.string()).max(3).optional(),
  id: z.uuid().optional(),
  name: z.string().regex(/^a/).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  deep: z.strictObject({ flag: z.boolean(), none: z.null().optional() }).optional(),
});

function refusal(args: unknown): Failure {
  const parsed = schema.safeParse(args);
  assert.ok(!parsed.success, 'the arguments are valid');
  return describeIssues(parsed.error.issues, args);
}

describe('what the model reads of invalid arguments', () => {
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'path: missing (expected string)'],
    [{ path: 7 }, 'path: invalid_type (expected string)'],
    [{ path: null }, 'path: invalid_type (expected string)'],
    [{ path: '' }, 'path: too_small (expected string of at least 1 characters)'],
    [{ path: 'p', count: 11 }, 'count: too_big (expected number of at most 10)'],
    [{ path: 'p', count: 1.5 }, 'count: invalid_type (expected integer)'],
    [{ path: 'p', ratio: 0 }, 'ratio: too_small (expected number of more than 0)'],
    [{ path: 'p', ratio: 0.7 }, 'ratio: not_multiple_of (expected multiple of 0.5)'],
    [{ path: 'p', mode: 'slow' }, 'mode: invalid_value (expected one of fast, safe)'],
    [{ path: 'p', version: 3 }, 'version: invalid_value (expected one of 2)'],
    [
      { path: 'p', tags: ['a', 'b', 'c', 'd'] },
      'tags: too_big (expected array of at most 3 items)',
    ],
    [{ path: 'p', tags: ['a', 4] }, 'tags.1: invalid_type (expected string)'],
    [{ path: 'p', id: 'x' }, 'id: invalid_format (expected uuid)'],
    [{ path: 'p', name: 'b' }, 'name: invalid_format (expected text like /^a/)'],
    [{ path: 'p', either: true }, 'either: invalid_union (expected string or number)'],
    [{ path: 'p', deep: {} }, 'deep.flag: missing (expected boolean)'],
    [
      { path: 'p', deep: { flag: true, more: 1 } },
      'deep: unrecognized_keys "more" (expected only keys of the tool schema)',
    ],
  ];
  for (const [args, line] of cases) {
    it(`decision validation-messages: ${JSON.stringify(args)} is "${line}"`, () => {
      assert.equal(refusal(args).message, `Invalid arguments: ${line}`);
      assert.equal(refusal(args).errorCode, 'validation');
    });
  }

  const categories: readonly (readonly [string, unknown, string])[] = [
    ['a missing key', {}, 'invalid_parameters'],
    ['a missing key, deep', { path: 'p', deep: {} }, 'invalid_parameters'],
    ['a number for a string', { path: 7 }, 'type_mismatch'],
    ['null for a string', { path: null }, 'type_mismatch'],
    ['a string for an object', { path: 'p', deep: 'x' }, 'type_mismatch'],
    ['an object for an array', { path: 'p', tags: {} }, 'type_mismatch'],
    ['a number in an array of strings', { path: 'p', tags: [1] }, 'type_mismatch'],
    ['a number for an option', { path: 'p', mode: 7 }, 'type_mismatch'],
    ['a text for a number that is fixed', { path: 'p', version: '2' }, 'type_mismatch'],
    ['neither of two types', { path: 'p', either: [] }, 'type_mismatch'],
    ['a list for the arguments', [], 'type_mismatch'],
    ['a fraction for an integer', { path: 'p', count: 1.5 }, 'invalid_parameters'],
    ['a number out of range', { path: 'p', count: 11 }, 'invalid_parameters'],
    ['an option nobody offers', { path: 'p', mode: 'slow' }, 'invalid_parameters'],
    ['a text of another format', { path: 'p', id: 'x' }, 'invalid_parameters'],
    ['an unknown key', { path: 'p', more: 1 }, 'invalid_parameters'],
    ['an unknown key beside a wrong type', { path: 7, more: 1 }, 'type_mismatch'],
  ];
  for (const [what, args, category] of categories) {
    it(`decision 1: ${what} is ${category}`, () => {
      assert.equal(refusal(args).category, category);
    });
  }

  it('decision validation-messages: __proto__ as an own key is refused, at every depth', () => {
    const shallow: unknown = JSON.parse('{"path":"p","__proto__":{"admin":true}}');
    assert.match(refusal(shallow).message, /arguments: unrecognized_keys "__proto__"/);
    const deep: unknown = JSON.parse('{"path":"p","deep":{"flag":true,"__proto__":1}}');
    assert.match(refusal(deep).message, /deep: unrecognized_keys "__proto__"/);
  });

  it('decision validation-messages: a key that only the prototype has counts as missing', () => {
    const inherited: unknown = JSON.parse('{"__proto__":{"path":"p"}}');
    assert.match(refusal(inherited).message, /path: missing/);
    assert.equal(refusal(inherited).category, 'invalid_parameters');
  });

  it('decision validation-messages: unknown key names are cut to 40 characters and cleaned', () => {
    const hidden = `\u001b[31m\u202e\u200b${'k'.repeat(60)}`;
    const { message } = refusal({ path: 'p', [hidden]: 1, 'line\nbreak': 1 });
    assert.ok(message.includes(`"[31m${'k'.repeat(36)}", "linebreak"`), message);
    assert.doesNotMatch(message, /[\p{Cc}\p{Cf}]/u);
  });

  it('decision validation-messages: a name is not cut within a character', () => {
    const { message } = refusal({ path: 'p', ['😀'.repeat(50)]: 1 });
    assert.ok(message.includes(`"${'😀'.repeat(40)}"`), message);
  });

  it('decision validation-messages: reports at most five issues, and how many more there are', () => {
    const args = { count: 0, ratio: 0, mode: 'x', version: 3, tags: 1, id: 'x', name: 'b' };
    const { message } = refusal(args);
    assert.equal(message.match(/\(expected /g)?.length, 5);
    assert.match(message, / and 3 more$/);
  });

  it('decision validation-messages: of many unknown keys three are named', () => {
    const { message } = refusal({ path: 'p', one: 1, two: 2, three: 3, four: 4, five: 5 });
    assert.match(message, /unrecognized_keys "one", "two", "three" and 2 more \(/);
  });

  it('decision validation-messages: a message has at most 500 characters', () => {
    const wide = z.strictObject({ mode: z.enum(['a'.repeat(300), '😀'.repeat(200)]) });
    const parsed = wide.safeParse({ mode: 'x' });
    assert.ok(!parsed.success);
    const { message } = describeIssues(parsed.error.issues, { mode: 'x' });
    assert.ok(message.length <= 500);
    assert.doesNotMatch(message, /\p{Cs}/u);
    assert.ok(message.endsWith('…'));
  });
});

/** Values that no message holds by chance. */
const telltaleText = fc.uuid().map((id) => `v4lue-${id}`);
const telltaleNumber = fc.integer({ min: 1e11, max: 9e11 }).map((whole) => whole + 0.25);
const knownKeys = ['path', 'count', 'mode', 'tags', 'deep', 'flag', 'either', '__proto__', '0'];

const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    telltaleText,
    telltaleNumber,
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 6 }),
    fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...knownKeys), fc.string()), tie('value')))
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(leaves);
}

describe('what the model reads of invalid arguments, whatever they are', () => {
  it('decision validation-messages: no value of the arguments ever occurs in the message', () => {
    fc.assert(
      fc.property(anyValue, (args) => {
        const parsed = schema.safeParse(args);
        if (parsed.success) return;
        const { message } = describeIssues(parsed.error.issues, args);
        for (const leaf of leaves(args)) assert.equal(message.includes(leaf), false, message);
      }),
      { numRuns: 1000 },
    );
  });

  it('decision validation-messages: it is bounded, clean, and one of two categories', () => {
    fc.assert(
      fc.property(anyValue, (args) => {
        const parsed = schema.safeParse(args);
        if (parsed.success) return;
        const { message, category } = describeIssues(parsed.error.issues, args);
        assert.ok(message.length <= 500);
        assert.doesNotMatch(message, /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        assert.ok(category === 'type_mismatch' || category === 'invalid_parameters');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('what the user reads of invalid arguments', () => {
  const cases: readonly (readonly [object, string])[] = [
    [{}, 'path is missing.'],
    [{ path: 7 }, 'path has the wrong type.'],
    [{ path: 'p', mode: 'slow' }, 'the value of mode is not allowed.'],
    [{ path: 'p', extra: 1 }, 'extra is no argument.'],
    [{ path: 'p', a: 1, b: 2 }, 'these are no arguments: a, b.'],
  ];
  for (const [args, text] of cases) {
    it(`${JSON.stringify(args)}: ${text}`, () => {
      const said = english(refusal(args).said);
      assert.equal(said, `The arguments of this call are not valid: ${text}`);
    });
  }
});
