import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isUserSetting } from '../../../../src/host/settings/read-settings';
import { workspaceNotice } from '../../../../src/host/settings/warning-texts';
import { userKeysInSettingsFile } from '../../../../src/host/settings/workspace-keys';

const keysIn = (text: string) => userKeysInSettingsFile(text, isUserSetting);

describe('userKeysInSettingsFile', () => {
  it('finds keys that only the user may set, also in a .code-workspace', () => {
    const text = `{
      // the folders
      "folders": [],
      "settings": { "gatehouse.permissions" : {}, "gatehouse.allowedTools": ["bash"], "editor.tabSize": 2 }
    }`;
    assert.deepEqual(keysIn(text), ['permissions', 'allowedTools']);
  });

  const quiet: readonly (readonly [string, string])[] = [
    ['a line comment', '// "gatehouse.permissions": {}\n{}'],
    ['a block comment', '/* "gatehouse.permissions": {} */{}'],
    ['a value', '{"a": "gatehouse.permissions"}'],
    ['a string that holds a key', '{"a": "\\"gatehouse.permissions\\": 1"}'],
    ['a key we do not know', '{"gatehouse.other": 1, "gatehouse.constructor": 1}'],
    ['a key by which a workspace tightens', '{"gatehouse.workspace.deny": {"bash": ["*"]}}'],
    ['an address with slashes before it', '{"a": "http://x", "b": "gatehouse.model"}'],
  ];
  for (const [what, text] of quiet) {
    it(`does not take ${what} for one`, () => {
      assert.deepEqual(keysIn(text), []);
    });
  }

  it('sees a key after an address with slashes', () => {
    const text = '{"a": "http://x", "gatehouse.model": "replay"}';
    assert.deepEqual(keysIn(text), ['model']);
  });

  it('reads any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void keysIn(text)));
  });
});

describe('workspaceNotice', () => {
  function memory(start = '') {
    let told = start;
    return {
      get: () => told,
      set: (value: string) => {
        told = value;
        return Promise.resolve();
      },
    };
  }

  it('reports once, naming each key once', () => {
    const told = memory();
    const keys = ['permissions', 'allowedTools', 'permissions'];
    const notice = workspaceNotice(keys, told) ?? '';
    assert.match(notice, /gatehouse\.allowedTools, gatehouse\.permissions/);
    assert.equal(workspaceNotice(keys, told), undefined);
  });

  it('reports again when the workspace tries something else', () => {
    const told = memory();
    workspaceNotice(['permissions'], told);
    assert.notEqual(workspaceNotice(['allowedTools'], told), undefined);
  });

  it('is silent for a workspace that sets nothing', () => {
    assert.equal(workspaceNotice([], memory()), undefined);
  });
});
