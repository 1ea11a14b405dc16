import assert from 'node:assert/strict';
import {
  headerValue,
  mirroredHeaders,
  readMirrored,
} from '../../../../src/adapters/mcp/mirrored-headers';

const marked = (header: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': header });
const withProperty = (property: object) => ({ type: 'object', properties: { a: property } });

describe('003-mcp-9: arguments that are also headers', () => {
  it('are those that the schema marks, at any depth, as the protocol writes them', () => {
    const schema = {
      type: 'object',
      properties: {
        region: marked('Region'),
        count: marked('Count', 'integer'),
        deep: { type: 'object', properties: { flag: marked('Flag', 'boolean') } },
        plain: { type: 'string', default: { 'x-mcp-header': 'data' } },
      },
    };
    const mirrored = readMirrored(schema);
    assert.ok(mirrored);
    const args = { region: 'Köln', count: 3, deep: { flag: false }, plain: 'x' };
    assert.deepEqual(mirroredHeaders(mirrored, args), {
      'mcp-param-region': '=?base64?S8O2bG4=?=',
      'mcp-param-count': '3',
      'mcp-param-flag': 'false',
    });
    const others = { region: null, count: 1.5, deep: 'flat', toString: 'x' };
    assert.deepEqual(mirroredHeaders(mirrored, others), {});
  });

  it('break a rule of the protocol when they are no name, no simple value, twice or unreachable', () => {
    const bad = [
      ...['', 'a b', 'a\r\nb: c', 'a:b', 'é', 7, null].map((name) => withProperty(marked(name))),
      ...['object', 'array', 'null', 'number', undefined, ['string']].map((type) =>
        withProperty({ type, 'x-mcp-header': 'A' }),
      ),
      { type: 'object', properties: { a: marked('Same'), b: marked('sAME') } },
      { type: 'object', 'x-mcp-header': 'Root' },
      withProperty({ type: 'array', items: marked('A') }),
      { anyOf: [withProperty(marked('A'))] },
      { $defs: { x: withProperty(marked('A')) } },
      { additionalProperties: marked('A') },
    ];
    assert.deepEqual(
      bad.filter((schema) => readMirrored(schema) !== undefined),
      [],
    );
    assert.deepEqual(readMirrored({ type: 'object' }), []);
    assert.deepEqual(readMirrored(undefined), []);
  });

  it('are plain or Base64, and never more than one header', () => {
    const texts = ['a', 'a b', ' a', 'a ', '', 'a\r\nb: c', '\0', '=?base64?YQ==?=', '€'];
    const plain = texts.filter((text) => headerValue(text) === text);
    assert.deepEqual(plain, ['a', 'a b']);
    for (const text of texts) {
      const written = headerValue(text);
      assert.match(written, /^[\x20-\x7e]*$/);
      const inBase64 = /^=\?base64\?(.*)\?=$/.exec(written)?.[1];
      const read = inBase64 === undefined ? written : Buffer.from(inBase64, 'base64').toString();
      assert.equal(read, text);
    }
  });
});
