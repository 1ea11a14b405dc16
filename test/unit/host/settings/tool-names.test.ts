import assert from 'node:assert/strict';
import { shortToolName } from '../../../../src/core/contracts/tool-spec';
import {
  canonicalToolName,
  canonicalToolPattern,
  isSameTool,
} from '../../../../src/host/settings/tool-names';

describe('decision 9: canonical tool names', () => {
  const names: readonly (readonly [string, string])[] = [
    ['bash', 'core__bash'],
    ['core__bash', 'core__bash'],
    ['read_file', 'core__read'],
    ['write_file', 'core__write'],
    ['edit_file', 'core__edit'],
    ['execute_bash', 'core__bash'],
    ['shell', 'core__bash'],
    ['web_fetch', 'core__fetch'],
    ['webfetch', 'core__fetch'],
    ['fetch_webpage', 'core__fetch'],
    ['mcp__files__Read', 'mcp__files__Read'],
    ['*', '*'],
    ['list_directory', 'core__list_directory'],
  ];
  for (const [name, id] of names) {
    it(`${name} is ${id}`, () => {
      assert.equal(canonicalToolName(name), id);
      assert.equal(canonicalToolName(id), id);
    });
  }

  it('knows two names of one tool', () => {
    assert.ok(isSameTool('shell', 'core__bash'));
    assert.ok(!isSameTool('read', 'read_overflow'));
  });

  it('spells a built-in tool short, and a server tool in full', () => {
    assert.equal(shortToolName('core__bash'), 'bash');
    assert.equal(shortToolName('mcp__files__read'), 'mcp__files__read');
  });

  it('a policy rule may name a tool in any case; a wildcard stays as it is', () => {
    assert.equal(canonicalToolPattern('Bash'), 'core__bash');
    assert.equal(canonicalToolPattern('Execute_Bash'), 'core__bash');
    assert.equal(canonicalToolPattern('mcp__files__Read'), 'mcp__files__Read');
    assert.equal(canonicalToolPattern('mcp__*'), 'mcp__*');
  });
});
