import assert from 'node:assert/strict';
import { failure } from '../../../../../src/core/contracts/failure';
import { fail, succeed } from '../../../../../src/core/contracts/result';
import type { AuditQuery } from '../../../../../src/core/ports/audit-log';
import {
  createAuditPages,
  readAuditMove,
  type AuditMove,
} from '../../../../../src/host/views/audit/audit-pages';
import { auditRow } from './rows';

/** A log of `count` rows, newest first. */
function log(count: number): AuditQuery & { grow: (to: number) => void; fails: boolean } {
  let newest = count;
  return {
    fails: false,
    grow: (to) => {
      newest = to;
    },
    list({ before, limit }) {
      if (this.fails) return Promise.resolve(fail(failure('execution', 'The index is shut.')));
      const first = before === undefined ? newest : before - 1;
      const length = Math.min(limit, first);
      return Promise.resolve(succeed(Array.from({ length }, (_, n) => auditRow(first - n))));
    },
  };
}

async function walk(query: AuditQuery, moves: readonly AuditMove[]): Promise<readonly string[]> {
  const pages = createAuditPages(query);
  const seen: string[] = [];
  for (const move of moves) {
    const slice = await pages.go(move);
    if (!slice.ok) seen.push(slice.failure.message);
    else {
      const { rows, hasOlder, hasNewer } = slice.value;
      const sides = `${hasNewer ? '<' : '|'}${hasOlder ? '>' : '|'}`;
      seen.push(`${String(rows[0]?.seq)}-${String(rows.at(-1)?.seq)} ${sides}`);
    }
  }
  return seen;
}

describe('createAuditPages', () => {
  it('walks to older pages and back', async () => {
    assert.deepEqual(
      await walk(log(450), ['refresh', 'older', 'older', 'older', 'newer', 'newer', 'newer']),
      ['450-251 |>', '250-51 <>', '50-1 <|', '50-1 <|', '250-51 <>', '450-251 |>', '450-251 |>'],
    );
  });

  it('has no older page when the log fits on one exactly', async () => {
    assert.deepEqual(await walk(log(200), ['refresh', 'older']), ['200-1 ||', '200-1 ||']);
  });

  it('answers an empty log', async () => {
    assert.deepEqual(await walk(log(0), ['refresh']), ['undefined-undefined ||']);
  });

  it('stays on its page while new rows arrive', async () => {
    const query = log(450);
    const pages = createAuditPages(query);
    await pages.go('refresh');
    await pages.go('older');
    query.grow(500);
    const slice = await pages.go('refresh');
    assert.equal(slice.ok ? slice.value.rows[0]?.seq : undefined, 250);
  });

  it('stays where it was when a page cannot be read', async () => {
    const query = log(450);
    const pages = createAuditPages(query);
    await pages.go('refresh');
    query.fails = true;
    assert.equal((await pages.go('older')).ok, false);
    query.fails = false;
    const slice = await pages.go('refresh');
    assert.equal(slice.ok ? slice.value.rows[0]?.seq : undefined, 450);
  });
});

describe('readAuditMove', () => {
  it('reads the moves of the page and nothing else', () => {
    assert.equal(readAuditMove({ type: 'older' }), 'older');
    for (const message of [undefined, null, 'older', [], {}, { type: 'delete' }, { type: 1 }]) {
      assert.equal(readAuditMove(message), undefined);
    }
  });
});
