import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { order } from '../../../../../src/core/pipeline/order';
import { checkOf } from '../../../../../src/host/views/explain/checks';

const gatesFolder = 'src/core/gates';

/** The names of all gates, as their files declare them. */
function gateNames(): readonly string[] {
  return readdirSync(gatesFolder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
    .map(({ name }) => readFileSync(path.join(gatesFolder, name), 'utf8'))
    .map((text) => /^ {2}name: '([^']+)'/m.exec(text)?.[1] ?? '');
}

describe('checkOf', () => {
  it('has a name and a word for every stage that decides', () => {
    // The count of calls is no part of an explanation.
    const slots = order.bind.map(({ slot }) => slot).filter((slot) => slot !== 'quota');
    for (const slot of [...slots, 'validate']) assert.ok(checkOf({ slot }).about, slot);
  });

  it('has a name and a word for every gate', () => {
    const names = gateNames();
    assert.ok(names.length >= 6);
    for (const gate of names) assert.ok(checkOf({ slot: 'x', gate }).about, gate);
  });

  it('shows the name of any other gate in words, with nothing hidden in it', () => {
    assert.deepEqual(checkOf({ slot: 'x', gate: 'rate-limit_gate' }), { name: 'Rate limit gate' });
    assert.deepEqual(checkOf({ slot: 'a\nb' }), { name: 'A\\nb' });
  });
});
