import assert from 'node:assert/strict';
import bash from '../../../../src/core/tools/bash';
import edit from '../../../../src/core/tools/edit';
import findPath from '../../../../src/core/tools/find-path';
import grep from '../../../../src/core/tools/grep';
import listDirectory from '../../../../src/core/tools/list-directory';
import readOverflow from '../../../../src/core/tools/read-overflow';
import read from '../../../../src/core/tools/read';
import write from '../../../../src/core/tools/write';
import { compileToolSchema } from '../../../../src/core/contracts/tool-schema';

describe('the contracts of the file tools', () => {
  for (const [tool, effect, cacheable, required] of [
    [read, 'read_only', true, ['path']],
    [write, 'state_change', false, ['path', 'content']],
    [edit, 'state_change', false, ['path', 'old_string', 'new_string']],
    [listDirectory, 'read_only', true, undefined],
    [findPath, 'read_only', true, ['pattern']],
    [grep, 'read_only', true, ['pattern']],
    [readOverflow, 'read_only', false, ['id']],
  ] as const) {
    it(`003: ${tool.name} is ${effect} and has the arguments of the table`, () => {
      assert.equal(tool.effect, effect);
      assert.equal(tool.cacheable, cacheable);
      const schema = compileToolSchema(tool.name, tool.input);
      assert.deepEqual(schema['required'], required);
      const properties = Object.values(schema['properties'] ?? {});
      assert.ok(properties.every((property) => JSON.stringify(property).includes('description')));
    });
  }

  for (const [tool, group] of [
    [read, 'filesystem'],
    [write, 'filesystem'],
    [edit, 'filesystem'],
    [listDirectory, 'filesystem'],
    [findPath, 'filesystem'],
    [grep, 'filesystem'],
    [bash, 'shell'],
    [readOverflow, undefined],
  ] as const) {
    it(`W2: ${tool.name} is of the group ${group ?? 'none'}`, () => {
      assert.equal(tool.group, group);
    });
  }
});
