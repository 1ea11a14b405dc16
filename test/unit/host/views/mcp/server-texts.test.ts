import assert from 'node:assert/strict';
import { approvalText } from '../../../../../src/host/views/mcp/server-texts';

describe('texts about a server', () => {
  it('003-mcp-4: say why a server of the workspace does not start', () => {
    assert.equal(approvalText('approved'), undefined);
    assert.notEqual(approvalText('changed'), approvalText('none'));
  });
});
