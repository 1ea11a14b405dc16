import assert from 'node:assert/strict';
import type { RequestPermissionRequest } from '../../../../src/core/contracts/chats/acp';
import { createApprovalClient } from '../../../../src/host/approvals/client';
import type { PendingApproval, SettledAnswer } from '../../../../src/host/approvals/pending';
import { ruleChoices } from '../../../../src/host/approvals/rule-choices';
import { bashDetails } from './items';

function request(meta: Record<string, unknown> | undefined): RequestPermissionRequest {
  return {
    sessionId: 's1',
    toolCall: {
      toolCallId: 'c1',
      title: 'npm test',
      ...(meta === undefined ? {} : { _meta: meta }),
    },
    options: [],
  };
}

function setUp(settled: SettledAnswer) {
  const added: Omit<PendingApproval, 'approvalId'>[] = [];
  const warnings: string[] = [];
  const client = createApprovalClient({
    pending: {
      add: (item) => {
        added.push(item);
        return Promise.resolve(settled);
      },
    },
    folders: () => ['/repo'],
    hasWorkspace: () => false,
    warn: (message) => warnings.push(message),
  });
  return { client, added, warnings };
}

describe('requestPermission', () => {
  it('adds the call with its details to what waits', async () => {
    const { client, added } = setUp({ answer: 'allow' });
    const details = bashDetails('npm test');
    await client.requestPermission(request({ gatehouse: details }));
    const call = { sessionId: 's1', toolCallId: 'c1', title: 'npm test', kind: 'other', diffs: [] };
    const choices = ruleChoices(details, 's1', false);
    assert.deepEqual(added, [{ ...call, folders: ['/repo'], details, choices }]);
    assert.deepEqual(
      choices.map(({ offerId }) => offerId),
      ['session-0', 'user-0'],
    );
  });

  it('decision 66: offers exactly this change first, by the name of the call', async () => {
    const { client, added } = setUp({ answer: 'allow' });
    const { command: _, ...details } = bashDetails('', { tool: 'core__edit', exactChange: 'd1' });
    await client.requestPermission(request({ gatehouse: details }));
    assert.deepEqual(added[0]?.choices[0], {
      offerId: 'change',
      rules: [{ tool: 'core__edit', pattern: 'npm test', exact: 'd1' }],
      scope: { kind: 'session', sessionId: 's1' },
      isExactCall: true,
    });
  });

  const answers: readonly (readonly [SettledAnswer, unknown])[] = [
    [{ answer: 'allow' }, { outcome: { outcome: 'selected', optionId: 'allow_once' } }],
    [{ answer: 'deny' }, { outcome: { outcome: 'selected', optionId: 'reject_once' } }],
    [
      { answer: 'deny', reason: 'no' },
      {
        outcome: { outcome: 'selected', optionId: 'reject_once' },
        _meta: { gatehouse: { reason: 'no' } },
      },
    ],
    [
      { answer: 'edit', args: '{}' },
      {
        outcome: { outcome: 'selected', optionId: 'edit' },
        _meta: { gatehouse: { editedArgs: '{}' } },
      },
    ],
    [{ answer: 'cancelled' }, { outcome: { outcome: 'cancelled' } }],
  ];
  for (const [settled, response] of answers) {
    it(`answers ${JSON.stringify(settled)} in ACP's words`, async () => {
      const { client } = setUp(settled);
      const asked = request({ gatehouse: bashDetails('npm test') });
      assert.deepEqual(await client.requestPermission(asked), response);
    });
  }

  for (const meta of [undefined, {}, { gatehouse: { tool: 'bash' } }]) {
    it(`refuses unasked what it cannot show: ${JSON.stringify(meta)}`, async () => {
      const { client, added, warnings } = setUp({ answer: 'allow' });
      assert.deepEqual(await client.requestPermission(request(meta)), {
        outcome: { outcome: 'cancelled' },
      });
      assert.deepEqual(added, []);
      assert.equal(warnings.length, 1);
    });
  }
});
