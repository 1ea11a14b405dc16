import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { createApprover } from '../../../../../src/core/agent/acp/permission-approver';
import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '../../../../../src/core/contracts/chats/acp';
import type { ApprovalRequest } from '../../../../../src/core/ports/runner';

const request: ApprovalRequest = {
  call: {
    toolCallId: 'c1',
    tool: 'core__bash',
    args: '{}',
    phase: 'executor',
    origin: 'model',
    attempt: 0,
  },
  sessionId: 's1',
  title: 'npm test',
  kind: 'execute',
  diffs: [],
  details: {
    tool: 'bash',
    command: 'npm test',
    reads: [],
    writes: [],
    deletes: [],
    reasons: [say`no rule matches`],
    argsJson: '{}',
    alwaysOffers: [],
    alwaysLeft: [],
    isRoutine: false,
  },
};

function ask(answer: () => Promise<RequestPermissionResponse>, signal?: AbortSignal) {
  const asked: RequestPermissionRequest[] = [];
  const approver = createApprover({
    sessionUpdate: () => Promise.resolve(),
    requestPermission: (permission) => {
      asked.push(permission);
      return answer();
    },
  });
  return { asked, answer: approver.ask(request, signal ?? new AbortController().signal) };
}

function selected(optionId: string, meta?: object): () => Promise<RequestPermissionResponse> {
  return () =>
    Promise.resolve({
      outcome: { outcome: 'selected', optionId },
      ...(meta === undefined ? {} : { _meta: { gatehouse: meta } }),
    });
}

describe('approver', () => {
  it('asks by session/request_permission with the details in _meta', async () => {
    const { asked, answer } = ask(selected('allow_once'));
    await answer;
    assert.deepEqual(asked, [
      {
        sessionId: 's1',
        toolCall: {
          toolCallId: 'c1',
          title: 'npm test',
          kind: 'execute',
          status: 'pending',
          _meta: { gatehouse: request.details },
        },
        options: [
          { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
          { optionId: 'reject_once', name: 'Deny', kind: 'reject_once' },
          { optionId: 'edit', name: 'Edit…', kind: 'allow_once' },
        ],
      },
    ]);
  });

  const cases = [
    ['allow', selected('allow_once'), { answer: 'allow' }],
    ['deny', selected('reject_once'), { answer: 'deny' }],
    [
      'deny with a reason',
      selected('reject_once', { reason: 'no' }),
      { answer: 'deny', reason: 'no' },
    ],
    [
      'a time limit',
      selected('reject_once', { timeoutSeconds: 30 }),
      { answer: 'deny', timeoutSeconds: 30 },
    ],
    ['edit', selected('edit', { editedArgs: '{}' }), { answer: 'edit', args: '{}' }],
    [
      'cancelled',
      () => Promise.resolve({ outcome: { outcome: 'cancelled' as const } }),
      { answer: 'cancelled' },
    ],
  ] as const;
  for (const [title, response, expected] of cases) {
    it(`reads ${title}`, async () => {
      assert.deepEqual(await ask(response).answer, expected);
    });
  }

  const unclear = [
    ['an option that was not offered', selected('allow_always')],
    ['an edit without arguments', selected('edit')],
    ['a client that fails', () => Promise.reject(new Error('gone'))],
  ] as const;
  for (const [title, response] of unclear) {
    it(`allows nothing at ${title}`, async () => {
      assert.equal((await ask(response).answer).answer, 'unavailable');
    });
  }

  it('settles with cancelled when aborted, though no one answers', async () => {
    const controller = new AbortController();
    const { answer } = ask(() => new Promise(() => undefined), controller.signal);
    controller.abort();
    assert.deepEqual(await answer, { answer: 'cancelled' });
    const late = ask(selected('allow_once'), controller.signal);
    assert.deepEqual(await late.answer, { answer: 'cancelled' });
    assert.equal(late.asked.length, 0);
  });
});
