import assert from 'node:assert/strict';
import { say } from '../../../../../src/core/base/sentence';
import { approvalText, stateText } from '../../../../../src/host/views/mcp/server-texts';

describe('texts about a server', () => {
  it('003-mcp-4: say why a server of the workspace does not start', () => {
    assert.equal(approvalText('approved'), undefined);
    assert.notEqual(approvalText('changed'), approvalText('none'));
  });

  it('003-mcp-20: say the state of a server, and what to do about one that failed', () => {
    const server = { name: 'talk', version: '1', protocol: '2025-11-25', era: 'legacy' } as const;
    const facts = { ...server, offers: [] };
    const problem = say`${'talk'} refused the connection.`;
    const known = { facts, problem, isTrusted: true, config: { url: 'https://talk.example' } };
    assert.equal(stateText({ ...known, state: 'starting' }), 'starting');
    assert.match(stateText({ ...known, state: 'running' }), /talk 1, protocol 2025-11-25 \(legacy/);
    assert.match(
      stateText({ ...known, state: 'failed' }),
      /^failed: talk refused the connection\. Check its address/,
    );
    const program = { ...known, config: { command: 'talk' } };
    assert.match(stateText({ ...program, state: 'failed' }), /next use starts it again, "Start"/);
    assert.match(stateText({ ...program, state: 'stopped' }), /^off; starts at/);
    assert.match(stateText({ ...program, state: 'stopped', isTrusted: false }), /not trusted/);
  });
});
