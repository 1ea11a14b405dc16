import assert from 'node:assert/strict';
import { asIs, inEnglish } from '../../../../src/core/base/sentence';
import { chosenFault, typedValue } from '../../../../src/core/mcp/field-input';
import { readQuestion } from '../../../../src/core/mcp/question';

const read = (params: unknown) =>
  readQuestion(params, (url) => (url.startsWith('https:') ? undefined : asIs('not public')));
const refusalOf = (params: unknown): string => {
  const found = read(params);
  return found.ok ? 'asked' : inEnglish(found.failure);
};
const formOf = (properties: object, more: { message?: string; required?: unknown } = {}) => {
  const { message = 'Who are you?', required } = more;
  return { message, requestedSchema: { type: 'object', properties, required } };
};
const fieldsOf = (properties: object, required?: unknown) => {
  const found = read(formOf(properties, { required }));
  assert.ok(found.ok, found.ok ? '' : inEnglish(found.failure));
  return found.value.kind === 'form' ? found.value.fields : [];
};
const inputOf = (schema: object) => fieldsOf({ field: schema })[0]?.input;

describe('a question of an MCP server', () => {
  it('003-mcp-7: has the flat fields of the protocol', () => {
    const size = { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'], default: 'l' };
    assert.deepEqual(inputOf(size), {
      kind: 'one',
      choices: [
        { value: 's', label: 'Small (s)' },
        { value: 'l', label: 'Large (l)' },
      ],
      initial: 'l',
    });
    const color = { type: 'string', oneOf: [{ const: '#f00', title: 'Red' }] };
    const colors = { type: 'array', items: { anyOf: color.oneOf }, minItems: 1, default: ['#f00'] };
    const choices = [{ value: '#f00', label: 'Red (#f00)' }];
    assert.deepEqual(inputOf(color), { kind: 'one', choices, initial: undefined });
    assert.deepEqual(inputOf(colors), {
      ...{ kind: 'some', choices, min: 1, max: undefined, initial: ['#f00'] },
    });
    assert.equal(inputOf({ type: 'array', items: { type: 'string', enum: ['a'] } })?.kind, 'some');
    assert.equal(inputOf({ type: 'boolean', default: true })?.kind, 'one');
    assert.deepEqual(inputOf({ type: 'integer', minimum: 1, maximum: 9, default: 2 }), {
      ...{ kind: 'number', isInteger: true, min: 1, max: 9, initial: 2 },
    });
    assert.deepEqual(inputOf({ type: 'string', default: 'a\u200bb' }), {
      ...{ kind: 'text', format: undefined, min: undefined, max: undefined, initial: undefined },
    });
    assert.deepEqual(inputOf({ type: 'string', format: 'email', maxLength: 9 }), {
      ...{ kind: 'text', format: 'email', min: undefined, max: 9, initial: undefined },
    });
  });

  it('003-mcp-7: shows bounded texts without invisible characters', () => {
    const [field] = fieldsOf(
      { name: { type: 'string', title: 'Your\u202e\n name', description: 'x'.repeat(5000) } },
      ['name'],
    );
    assert.deepEqual([field?.title, field?.isRequired], ['Your name', true]);
    assert.ok((field?.description.length ?? 0) < 400);
    const found = read(formOf({}, { message: `a\u200bb${'c'.repeat(5000)}` }));
    assert.ok(found.ok);
    assert.match(found.value.message, /^abc/);
    assert.ok(found.value.message.length < 1100);
  });

  it('003-mcp-7: is refused for forms that no user can judge', () => {
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`f${String(at)}`, { type: 'string' }]),
    );
    const hidden = { type: 'string', enum: ['yes', 'yes\u200b'] };
    for (const params of [
      undefined,
      { message: 'x' },
      { mode: 'shout', message: 'x', url: 'https://a.example/' },
      formOf(many),
      formOf({ a: { type: 'object', properties: {} } }),
      formOf({ a: { type: 'string', enum: [] } }),
      formOf({ a: { type: 'array', items: { type: 'string' } } }),
      formOf({ a: hidden }),
      formOf({ ['a\u200b']: { type: 'string' } }),
      formOf({ ['a\nb']: { type: 'string' } }),
      formOf({ ['']: { type: 'string' } }),
    ]) {
      assert.notEqual(refusalOf(params), 'asked', JSON.stringify(params));
    }
  });

  it('003-mcp-7: is refused for a form into which a secret would be typed', () => {
    const asked = (name: string, more: object = {}, message = 'Who?') =>
      refusalOf(formOf({ [name]: { type: 'string', ...more } }, { message }));
    for (const name of ['password', 'apiKey', 'access_token', 'API-KEY', 'secret', 'pin', 'key']) {
      assert.match(asked(name), /must not ask for secrets/, name);
    }
    assert.match(asked('a', { title: 'Your Passwort' }), /secrets/);
    assert.match(asked('a', { description: 'The tok\u200ben of GitHub' }), /secrets/);
    assert.match(asked('a', {}, 'Enter your password [y/n]'), /secrets/);
    assert.match(asked('a', {}, '请输入密码'), /secrets/);
    const digits = formOf({ code: { type: 'integer', title: 'PIN code' } });
    assert.match(refusalOf(digits), /secrets/);
    for (const name of ['name', 'email', 'keyboard', 'branch', 'monkey']) {
      assert.equal(asked(name), 'asked', name);
    }
    const choice = formOf({ rotate: { type: 'boolean' } }, { message: 'Rotate the API key?' });
    assert.equal(refusalOf(choice), 'asked');
  });

  it('003-mcp-7: opens a public page, shown whole with its host in ASCII', () => {
    const link = (url: string) => ({ mode: 'url', message: 'Sign in', url, elicitationId: '1' });
    const found = read(link('https://b\u00fccher.example/a?b=c#d'));
    assert.deepEqual(found.ok && found.value, {
      ...{ kind: 'url', message: 'Sign in', host: 'xn--bcher-kva.example' },
      url: 'https://xn--bcher-kva.example/a?b=c#d',
    });
    assert.equal(refusalOf(link('javascript:alert(1)')), 'not public');
    assert.match(refusalOf(link(`https://a.example/${'a'.repeat(1000)}`)), /cannot be shown whole/);
  });

  it('003-mcp-7: takes only values that the field can hold', () => {
    const fault = (input: Parameters<typeof typedValue>[0], typed: string): string | undefined => {
      const found = typedValue(input, typed);
      return found.ok ? undefined : inEnglish(found.failure);
    };
    const text = { kind: 'text' } as const;
    assert.match(fault({ ...text, min: 3 }, '😀😀') ?? '', /at least 3/);
    assert.match(fault({ ...text, max: 1 }, 'ab') ?? '', /at most 1/);
    const good = {
      email: 'a@b.example',
      uri: 'urn:isbn:1',
      date: '2026-02-28',
      'date-time': '2026-02-28T10:00:00+01:00',
    } as const;
    const bad = {
      email: 'a b@c',
      uri: 'example.com',
      date: '2026-02-30',
      'date-time': '2026-02-28',
    } as const;
    for (const format of ['email', 'uri', 'date', 'date-time'] as const) {
      assert.equal(fault({ ...text, format }, good[format]), undefined, format);
      assert.match(fault({ ...text, format }, bad[format]) ?? '', /^Type an? /, format);
    }
    const number = { kind: 'number', isInteger: true, min: 1, max: 9 } as const;
    assert.deepEqual(typedValue(number, ' 5 '), { ok: true, value: 5 });
    for (const typed of ['', '0x1', '1.5', '0', '10', 'NaN', '1e400']) {
      assert.ok(fault(number, typed), typed);
    }
    const some = { kind: 'some', choices: [], min: 1, max: 2 } as const;
    const faults = [0, 1, 2, 3].map((count) => chosenFault(some, count) !== undefined);
    assert.deepEqual(faults, [true, false, false, true]);
  });
});
