import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseReplayFile } from '../../../../src/adapters/llm/replay-file';

const call = { tool: 'core__bash', args: { command: 'ls' }, expect: { status: 'completed' } };

function file(step: unknown): string {
  return JSON.stringify({ version: 1, title: 't', turns: [{ user: 'u', steps: [step] }] });
}

function messageOf(text: string): string {
  const parsed = parseReplayFile(text, 'demo/x.replay.json');
  return parsed.ok ? '' : parsed.failure.message;
}

describe('replay file', () => {
  it('fills in optional fields', () => {
    const parsed = parseReplayFile(file({}), 'x');
    assert.deepEqual(parsed, {
      ok: true,
      value: { title: 't', version: 1, turns: [{ user: 'u', steps: [{ text: '', calls: [] }] }] },
    });
  });

  it('keeps calls with their expected results', () => {
    const parsed = parseReplayFile(file({ calls: [call] }), 'x');
    assert.deepEqual(parsed.ok && parsed.value.turns[0]?.steps[0]?.calls, [call]);
  });

  it('names the position in the file and the remedy', () => {
    const message = messageOf(file({ calls: [{ ...call, expect: { status: 'fine' } }] }));
    assert.match(message, /demo\/x\.replay\.json/);
    assert.match(message, /turns\.0\.steps\.0\.calls\.0\.expect\.status/);
    assert.match(message, /Correct the file, or choose another one/);
  });

  it('rejects unknown keys, so that a typo is noticed', () => {
    assert.match(messageOf(file({ cals: [] })), /cals/);
  });

  it('rejects a file that is nested deeper than any call, at once', () => {
    for (const depth of [100, 100_000]) {
      const args = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const text = file({ calls: [call] }).replace(JSON.stringify(call.args), args);
      assert.match(messageOf(text), /nested too deep/);
    }
  });

  it('quotes a key of the file on one short line, without invisible characters', () => {
    const message = messageOf(file({ [`a\n\u202e${'x'.repeat(100_000)}`]: 1 }));
    assert.doesNotMatch(message, /[\n\u202e]/);
    assert.ok(message.length < 800);
  });

  it('rejects text that is not JSON, and other versions', () => {
    assert.match(messageOf('{'), /not JSON/);
    assert.match(messageOf('{"version":2,"title":"t","turns":[]}'), /version/);
  });

  it('reads the recording of the demo', () => {
    const path = 'demo/fix-the-failing-test.replay.json';
    assert.equal(messageOf(readFileSync(path, 'utf8')), '');
  });
});
