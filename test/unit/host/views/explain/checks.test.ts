import { say } from '../../../../../src/core/base/sentence';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { order } from '../../../../../src/core/pipeline/order';
import type { ExplainStep } from '../../../../../src/core/contracts/calls/decision';
import { checkName, checkNotes, stepRow } from '../../../../../src/host/views/explain/checks';

const gatesFolder = 'src/core/gates';

/** The names of all gates, as their files declare them. */
function gateNames(): readonly string[] {
  return readdirSync(gatesFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
    .map(({ name }) => readFileSync(path.join(gatesFolder, name), 'utf8'))
    .map((text) => /^ {2}name: '([^']+)'/m.exec(text)?.[1] ?? '');
}

const step = { verdict: 'allow', reason: say`no text of its own` } as const;

describe('the checks of Explain', () => {
  it('have a sentence for every stage that decides', () => {
    // The count of calls is no part of an explanation.
    const slots = order.bind.map(({ slot }) => slot).filter((slot) => slot !== 'quota');
    for (const slot of [...slots, 'validate']) {
      assert.notDeepEqual(stepRow({ ...step, slot }).texts, [step.reason], slot);
    }
  });

  it('have a sentence for every gate', () => {
    const names = gateNames();
    assert.ok(names.length >= 6);
    const gates = names.map((gate): ExplainStep => ({ ...step, slot: 'x', gate }));
    assert.equal(checkNotes(gates).length, names.length);
  });

  it('show the name of any other gate in words, with nothing hidden in it', () => {
    assert.equal(checkName({ slot: 'x', gate: 'rate-limit_gate' }), 'Rate limit gate');
    assert.equal(checkName({ slot: 'a\nb' }), 'A\\nb');
  });
});
