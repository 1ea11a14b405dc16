import assert from 'node:assert/strict';
import { FileCopies } from '../../../../../src/adapters/file-history/record/file-copies';
import { stampOf } from '../../../../../src/adapters/files/scan-file';
import {
  notesOf,
  planCopies,
  planNoCopies,
} from '../../../../../src/adapters/file-history/record/plan-copies';
import { inEnglish, say } from '../../../../../src/core/base/sentence';
import { createMemoryDisk } from '../memory-disk';

const hello = Buffer.from('hello\n');
const other = Buffer.from('other\n');

function place(path: string, bytes: Buffer) {
  const stamp = stampOf(bytes);
  return { path, before: { kind: 'file', stamp, size: bytes.length, mode: 0o644, bytes } } as const;
}

describe('planCopies', () => {
  const limits = { maxBytes: 100, maxFileBytes: 50 };
  const copies = new FileCopies(createMemoryDisk(), '/copies', new Map([['known', 90]]));

  it('copies identical content once and counts its lines', () => {
    const planned = planCopies([place('/a', hello), place('/b', hello)], copies, limits);
    assert.deepEqual([...planned.contents.keys()], [stampOf(hello)]);
    for (const { image } of planned.places) {
      assert.ok(image.kind === 'file');
      assert.equal(image.copy, stampOf(hello));
      assert.equal(image.lines, 1);
    }
    assert.deepEqual(notesOf(planned).map(inEnglish), []);
  });

  it('says which limit left a file without a copy', () => {
    const large = place('/large', Buffer.alloc(51));
    const planned = planCopies([large, place('/a', hello), place('/b', other)], copies, limits);
    assert.deepEqual(
      planned.places.map(({ image }) => image.notKept && inEnglish(image.notKept)),
      [
        'it is larger than 50 bytes',
        undefined,
        'the copies for this chat would exceed 100 bytes (gatehouse.changes.maxBytes)',
      ],
    );
    assert.deepEqual(notesOf(planned).map(inEnglish), [
      'This change cannot be undone: 2 of 3 files cannot be restored, the first because it is larger than 50 bytes.',
    ]);
  });

  it('gives one reason when nothing is copied', () => {
    const planned = planNoCopies([place('/a', hello)], say`copies are turned off`);
    assert.equal(planned.contents.size, 0);
    assert.deepEqual(notesOf(planned).map(inEnglish), [
      'This change cannot be undone: copies are turned off.',
    ]);
  });
});
