import assert from 'node:assert/strict';
import { worstFirst } from '../../../../src/adapters/diagnostics/worst-first';
import type { DiagnosticItem } from '../../../../src/core/ports/diagnostics';

function item(text: string): DiagnosticItem {
  const [severity, file = '', line, col, message = 'm'] = text.split(' ');
  assert.ok(severity === 'error' || severity === 'warning' || severity === 'hint');
  return { severity, file, line: Number(line), col: Number(col), message };
}

function sorted(texts: readonly string[], max = 50) {
  const { items, total } = worstFirst(texts.map(item), max);
  const told = items.map((each) => `${each.severity} ${each.file} ${each.line} ${each.col}`);
  return { told, total };
}

describe('the worst problems', () => {
  it('come first, then sorted by file and position, numerically', () => {
    const texts = ['hint a 1 1', 'error b 10 1', 'error b 9 1', 'warning a 1 1', 'error a 1 10'];
    assert.deepEqual(sorted([...texts, 'error a 1 9']).told, [
      'error a 1 9',
      'error a 1 10',
      'error b 9 1',
      'error b 10 1',
      'warning a 1 1',
      'hint a 1 1',
    ]);
  });

  it('appear once each', () => {
    assert.equal(sorted(['error a 1 1', 'error a 1 1', 'error a 1 1 other']).total, 2);
  });

  it('are kept when the list is cut, and all are counted', () => {
    assert.deepEqual(sorted(['hint a 1 1', 'error b 1 1', 'warning c 1 1'], 2), {
      told: ['error b 1 1', 'warning c 1 1'],
      total: 3,
    });
  });
});
