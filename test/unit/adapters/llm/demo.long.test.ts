import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseReplayFile } from '../../../../src/adapters/llm/replay-file';
import { parseJson } from '../../../../src/core/contracts/json';
import { readString } from '../../../../src/core/wire/codec/json-fields';
import type { RawCall } from '../../../../src/core/contracts/calls/call';
import type { CallOutcome } from '../../../../src/core/contracts/calls/outcome';
import { createReplayLlm } from '../../../../src/core/wire/replay/replay-llm';
import { startAgent } from '../../core/agent/start-agent';
import { createFakeClock } from '../../fakes/clock';

/** Performs the recorded tool calls in `folder`. */
function perform(folder: string, call: RawCall): Partial<CallOutcome> {
  const args = parseJson(String(call.args));
  const arg = (name: string) => readString(args, name) ?? '';
  const file = path.join(folder, arg('path'));
  switch (call.tool) {
    case 'core__bash': {
      const env = { ...process.env, FORCE_COLOR: '1' };
      const exitCode = spawnSync('bash', ['-c', arg('command')], { cwd: folder, env }).status ?? -1;
      const exhibit = { diffs: [], locations: [], exitCode };
      return { status: exitCode === 0 ? 'completed' : 'failed', presentation: exhibit };
    }
    case 'core__edit': {
      const pieces = readFileSync(file, 'utf8').split(arg('old_string'));
      if (pieces.length !== 2) return { status: 'failed' };
      writeFileSync(file, pieces.join(arg('new_string')));
      return {};
    }
    default:
      return { status: existsSync(file) ? 'completed' : 'failed' };
  }
}

describe('demo', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));

  before(() => {
    cpSync('demo', folder, { recursive: true });
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('its recording fixes the failing test, with every call as recorded', async () => {
    const file = path.join(folder, 'fix-the-failing-test.replay.json');
    const parsed = parseReplayFile(readFileSync(file, 'utf8'), file);
    assert.ok(parsed.ok);
    const recording = parsed.value;
    const replay = createReplayLlm({ recording, clock: createFakeClock(), wordMs: 0 });
    const steps = recording.turns[0]?.steps ?? [];
    const chat = await startAgent({
      answers: steps.map(() => replay.stream.bind(replay)),
      run: (call) => perform(folder, call),
    });
    assert.equal(await chat.say('Fix the failing test'), 'end_turn');
    assert.deepEqual(chat.notices(), []);
    assert.match(chat.said(), /All tests pass\./);
  });
});
