import assert from 'node:assert/strict';
import bash from '../../../../src/core/tools/bash';
import copyPath from '../../../../src/core/tools/copy-path';
import createDirectory from '../../../../src/core/tools/create-directory';
import deletePath from '../../../../src/core/tools/delete-path';
import diagnostics from '../../../../src/core/tools/diagnostics';
import edit from '../../../../src/core/tools/edit';
import fetchPage from '../../../../src/core/tools/fetch';
import findPath from '../../../../src/core/tools/find-path';
import grep from '../../../../src/core/tools/grep';
import listDirectory from '../../../../src/core/tools/list-directory';
import movePath from '../../../../src/core/tools/move-path';
import readOverflow from '../../../../src/core/tools/read-overflow';
import read from '../../../../src/core/tools/read';
import webScrape from '../../../../src/core/tools/web-scrape';
import write from '../../../../src/core/tools/write';
import { compileToolSchema } from '../../../../src/core/contracts/tools/tool-schema';

describe('the contracts of the file tools', () => {
  for (const [tool, effect, cacheable, required] of [
    [read, 'read_only', true, ['path']],
    [write, 'state_change', false, ['path', 'content']],
    [edit, 'state_change', false, ['path', 'old_string', 'new_string']],
    [listDirectory, 'read_only', true, undefined],
    [findPath, 'read_only', true, ['pattern']],
    [grep, 'read_only', true, ['pattern']],
    [createDirectory, 'state_change', false, ['path']],
    [deletePath, 'state_change', false, ['path']],
    [movePath, 'state_change', false, ['source', 'destination']],
    [copyPath, 'state_change', false, ['source', 'destination']],
    [diagnostics, 'read_only', false, undefined],
    [readOverflow, 'read_only', false, ['id']],
  ] as const) {
    it(`003-tools-1: ${tool.name} is ${effect} and has the arguments of the table`, () => {
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
    [createDirectory, 'filesystem'],
    [deletePath, 'filesystem'],
    [movePath, 'filesystem'],
    [copyPath, 'filesystem'],
    [diagnostics, 'diagnostics'],
    [bash, 'shell'],
    [readOverflow, undefined],
    [fetchPage, 'web'],
    [webScrape, 'web'],
  ] as const) {
    it(`W2: ${tool.name} is of the group ${group ?? 'none'}`, () => {
      assert.equal(tool.group, group);
    });
  }

  for (const [tool, kind] of [
    [bash, 'execute'],
    [read, 'read'],
    [write, 'edit'],
    [edit, 'edit'],
    [grep, 'search'],
    [findPath, 'search'],
    [listDirectory, 'search'],
    [deletePath, 'delete'],
    [movePath, 'move'],
    [createDirectory, 'other'],
    [copyPath, 'other'],
    [diagnostics, 'other'],
    [fetchPage, 'fetch'],
    [webScrape, 'fetch'],
  ] as const) {
    it(`decision 30: ${tool.name} is of ACP's kind ${kind}`, () => {
      assert.equal(tool.kind, kind);
    });
  }
});
