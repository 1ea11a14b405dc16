import assert from 'node:assert/strict';
import { titleOf } from '../../../../../src/core/base/titles';
import { shownTitle } from '../../../../../src/host/panel/transcript/display-text';
import { inGerman } from '../../../fakes/in-german';

describe('shownTitle', () => {
  it('shows the title of a chat, and in VS Code’s language that it has none yet', () => {
    const shown = inGerman(() => ['Fix it', '', titleOf('')].map(shownTitle));
    assert.deepEqual(shown, ['Fix it', 'Neuer Chat', 'Neuer Chat']);
  });
});
