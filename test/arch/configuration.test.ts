import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { settings } from '../../src/core/contracts/settings/settings';
import { specKeys } from './spec-keys';

interface Row {
  readonly key: string;
  readonly setting: string;
  readonly default: string;
  readonly scope: string;
  readonly since: string;
  readonly note: string;
}

/** The rows of every table of the page, without code marks. */
function parseRows(page: string): readonly Row[] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  return lines
    .map((line) =>
      line.split(/(?<!\\)\|/).map((cell) =>
        cell
          .trim()
          .replace(/^`(.*)`$/, '$1')
          .replaceAll('\\|', '|'),
      ),
    )
    .filter((cells) => cells[1] !== 'Key' && !/^-+$/.test(cells[1] ?? ''))
    .map(([, key = '', setting = '', fallback = '', scope = '', since = '', note = '']) => {
      return { key, setting, default: fallback, scope, since, note };
    });
}

const rows = parseRows(readFileSync('docs/configuration.md', 'utf8'));
const present = rows.filter((row) => row.since === 'now' && row.setting !== '');

const existing = Object.entries(settings).map(([name, setting]) => ({
  setting: `gatehouse.${name}`,
  default: JSON.stringify(setting.default),
  scope: setting.scope,
}));

describe('docs/configuration.md', () => {
  it('names every key of the specifications once', () => {
    const named = rows.map((row) => row.key).filter((key) => key !== '');
    assert.deepEqual(named.sort(), [...specKeys].sort());
  });

  it('marks exactly the existing settings as available, with their default and scope', () => {
    const byName = (a: { setting: string }, b: { setting: string }) =>
      a.setting.localeCompare(b.setting);
    const documented = present.map(({ setting, scope, ...row }) => {
      return { setting, default: row.default, scope };
    });
    assert.deepEqual(documented.sort(byName), existing.sort(byName));
  });

  it('names the setting that contains a key', () => {
    const parts = rows.filter((row) => row.since === 'now' && row.setting === '');
    for (const { key, note } of parts) {
      assert.ok(
        existing.some(({ setting }) => note.includes(`\`${setting}\``)),
        key,
      );
    }
  });

  it('says when each key comes, or why it never does', () => {
    for (const row of rows) {
      assert.match(row.since, /^(now|issue [3-8]|later|never)$/, row.key);
      if (row.since === 'never') assert.notEqual(row.note, '', row.key);
      else assert.ok(row.setting !== '' || row.note !== '', row.key);
    }
  });
});
