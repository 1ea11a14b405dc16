import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import type { ToolSpec } from '../../../../../src/core/contracts/tool-spec';
import {
  argsProblem,
  argsTemplate,
  needsOnlyCommand,
  toolCallText,
} from '../../../../../src/host/views/tools/tool-call-text';

const spec: ToolSpec = {
  name: 'core__grep',
  title: say`Do`,
  description: 'Searches.',
  effect: 'read_only',
  traits: [],
  redaction: [],
  inputSchema: {
    type: 'object',
    required: ['pattern', 'max', 'all'],
    properties: {
      pattern: { type: 'string' },
      max: { type: 'integer' },
      all: { type: 'boolean' },
      path: { type: 'string' },
    },
  },
};

describe('argsTemplate', () => {
  it('holds the required arguments with empty values of their type', () => {
    assert.equal(argsTemplate(spec), '{"pattern":"","max":1,"all":false}');
  });

  it('is an empty object for a schema that says nothing', () => {
    assert.equal(argsTemplate({ ...spec, inputSchema: {} }), '{}');
  });

  it('takes a schema as it comes: what it does not say is text', () => {
    const inputSchema = { required: ['a', 1, 'b'], properties: { a: { type: ['string'] } } };
    assert.equal(argsTemplate({ ...spec, inputSchema }), '{"a":"","b":""}');
    assert.equal(argsTemplate({ ...spec, inputSchema: { required: 'a' } }), '{}');
  });
});

describe('needsOnlyCommand', () => {
  it('is true of a tool whose one required argument is the command', () => {
    const command = { ...spec, inputSchema: { required: ['command'] } };
    assert.equal(needsOnlyCommand(command), true);
    assert.equal(needsOnlyCommand(spec), false);
    assert.equal(needsOnlyCommand({ ...spec, inputSchema: {} }), false);
  });
});

describe('argsRemark', () => {
  it('accepts one JSON object only', () => {
    assert.equal(argsProblem('{"pattern":"x"}'), undefined);
    for (const text of ['', '{', '[]', '"x"', 'null']) {
      assert.notEqual(argsProblem(text), undefined);
    }
  });
});

describe('toolCallText', () => {
  it('is what the user would type', () => {
    assert.equal(toolCallText(spec, ' {"pattern":"x"} '), '/tool grep {"pattern":"x"}');
  });
});
