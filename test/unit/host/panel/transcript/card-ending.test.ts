import assert from 'node:assert/strict';
import { fillIn, say } from '../../../../../src/core/base/sentence';
import { failure, formatToolError } from '../../../../../src/core/contracts/failure';
import { withoutToolError } from '../../../../../src/host/panel/transcript/card-ending';
import { Transcript } from '../../../../../src/host/panel/transcript/transcript';
import { setLanguage } from '../../../../../src/host/window/language';

const late = failure('timeout', 'The tool took longer than 5 seconds.');
const block = formatToolError(late);

describe('the text of a failed call', () => {
  it('is empty when the model read only the error', () => {
    assert.deepEqual(withoutToolError(block, late), { text: '', toolError: block });
  });

  it('keeps the output after the error', () => {
    assert.deepEqual(withoutToolError(`${block}\npartial`, late), {
      text: 'partial',
      toolError: block,
    });
  });

  it('is whole when it does not begin with exactly this error', () => {
    for (const text of [`${block}x`, `x\n${block}`, 'plain']) {
      assert.deepEqual(withoutToolError(text, late), { text });
    }
    assert.deepEqual(withoutToolError(block, undefined), { text: block });
  });
});

describe('why a call failed', () => {
  afterEach(() => {
    setLanguage(fillIn);
  });

  it('is shown in the language of VS Code, and exported in English', () => {
    setLanguage((message, ...values) =>
      fillIn(message.replace(' is a secret', ' ist geheim'), ...values),
    );
    const transcript = new Transcript(() => 0);
    transcript.update({
      sessionUpdate: 'tool_call',
      toolCallId: 'c1',
      title: 'read .env',
      status: 'failed',
      _meta: {
        gatehouse: { tool: 'read', failure: failure('policy_denied', say`${'.env'} is a secret`) },
      },
    });
    const card = transcript.card('c1');
    assert.equal(card?.item.failure?.message, '.env ist geheim');
    assert.equal(card.call?.failureText, '.env is a secret');
  });

  it('is shown in the language of VS Code when no one answered in time', () => {
    setLanguage((message, ...values) =>
      fillIn(message.replace('no answer within', 'keine Antwort in'), ...values),
    );
    const deny = { verdict: 'deny', approvedBy: 'none', trust: 'trusted', policyVersion: 1 };
    const reasons = [say`no answer within ${30} seconds`, 'of an older chat'].map((reason) => {
      const transcript = new Transcript(() => 0);
      const decision = { ...deny, trace: [], denial: { by: 'timeout', reason } };
      transcript.update({
        ...{ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'rm -r build' },
        ...{ status: 'failed', _meta: { gatehouse: { tool: 'bash', decision } } },
      });
      return transcript.card('c1')?.item.decision?.denial?.reason;
    });
    assert.deepEqual(reasons, ['keine Antwort in 30 seconds', 'of an older chat']);
  });

  it('is English for exports in a notice too', () => {
    setLanguage((message, ...values) =>
      fillIn(message.replace('Stopped', 'Angehalten'), ...values),
    );
    const transcript = new Transcript(() => 0);
    transcript.update({
      sessionUpdate: 'agent_message_chunk',
      messageId: 'n1',
      content: { type: 'text', text: 'Stopped: it is late.' },
      _meta: { gatehouse: { notice: 'warning', said: say`Stopped: ${'it is late'}.` } },
    });
    const [item] = transcript.items();
    assert.ok(item?.type === 'notice');
    assert.equal(item.text, 'Angehalten: it is late.');
    assert.equal(item.english, 'Stopped: it is late.');
  });
});
