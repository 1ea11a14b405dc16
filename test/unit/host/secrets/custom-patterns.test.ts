import assert from 'node:assert/strict';
import { redactText } from '../../../../src/core/base/redact/redact';
import { CustomPatterns } from '../../../../src/host/secrets/custom-patterns';

function createWorld(first: readonly string[] = []) {
  let patterns = first;
  let listener: () => void = () => undefined;
  const warnings: string[] = [];
  const reported: unknown[] = [];
  const kept = new CustomPatterns({
    settings: {
      get: () => patterns,
      onDidChange: (added) => {
        listener = added;
        return { dispose: () => (listener = () => undefined) };
      },
    },
    warn: (message) => warnings.push(message),
    report: (error) => reported.push(error),
  });
  return {
    kept,
    warnings,
    reported,
    set: (next: readonly string[]) => {
      patterns = next;
      listener();
      return kept.settled();
    },
  };
}

const text = 'badge acme-12345678 and zeta-4242';
const redacted = () => redactText(text).text;

describe('gatehouse.filters.security.extraPatterns', () => {
  let world: ReturnType<typeof createWorld>;
  afterEach(() => {
    world.kept.dispose();
  });

  it('003-secrets-2: what is set is removed by every redaction, at once', async () => {
    world = createWorld(['acme-\\d{8}']);
    await world.kept.settled();
    assert.equal(redacted(), 'badge [REDACTED:extra] and zeta-4242');
    await world.set(['zeta-\\d{4}']);
    assert.equal(redacted(), 'badge acme-12345678 and [REDACTED:extra]');
    await world.set([]);
    assert.equal(redacted(), text);
  });

  it('are those in force, which the second stage reads too', async () => {
    world = createWorld(['acme-\\d{8}']);
    await world.kept.settled();
    assert.equal(world.kept.search()?.('acme-12345678').length, 1);
    await world.set([]);
    assert.equal(world.kept.search(), undefined);
  });

  it('003-secrets-2: one that takes too long is off until the window is reloaded; the user is notified once', async () => {
    // Harmless on the short lines that a pattern is tried with.
    const slow = '^(?=[^]{900})(?:x+x+)+y';
    world = createWorld(['acme-\\d{8}', slow]);
    await world.kept.settled();
    assert.deepEqual(world.warnings, []);
    const long = `${'x'.repeat(1000)} acme-12345678`;
    assert.equal(redactText(long).text, `${'x'.repeat(1000)} [REDACTED:extra]`);
    const [told = ''] = world.warnings;
    assert.match(told, /^Pattern 2 in gatehouse\.filters\.security\.extraPatterns took too long/);
    await world.set([slow, 'zeta-\\d{4}']);
    assert.equal(redactText(`${long} zeta-4242`).text, `${long} [REDACTED:extra]`);
    assert.deepEqual(world.warnings, [told]);
  });

  it('reports once what is not used, and uses the rest', async () => {
    world = createWorld(['acme-(', 'zeta-\\d{4}']);
    await world.kept.settled();
    await world.set(['acme-(', 'zeta-\\d{4}']);
    assert.equal(redacted(), 'badge acme-12345678 and [REDACTED:extra]');
    assert.equal(world.warnings.length, 1);
    assert.match(world.warnings[0] ?? '', /extraPatterns are not used: Pattern 1 is not a regular/);
  });

  it('of two changes the last one holds', async () => {
    world = createWorld(['acme-\\d{8}']);
    void world.set(['nothing-\\d{8}']);
    await world.set(['zeta-\\d{4}']);
    assert.equal(redacted(), 'badge acme-12345678 and [REDACTED:extra]');
  });

  it('leaves nothing behind when it is closed', async () => {
    world = createWorld(['acme-\\d{8}']);
    await world.kept.settled();
    world.kept.dispose();
    assert.equal(redacted(), text);
    assert.deepEqual(world.reported, []);
  });
});
