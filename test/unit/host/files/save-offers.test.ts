import * as assert from 'node:assert/strict';
import { createSaveOffers } from '../../../../src/host/files/save-offers';
import { createFakeDocuments, type FakeDocument } from '../../fakes/open-documents';
import { createTemporaryWorkspace, type TemporaryWorkspace } from '../../fakes/temporary-workspace';

describe('offers to save', () => {
  let workspace: TemporaryWorkspace;
  let real: string;
  let document: FakeDocument;
  let asked: string[];
  let reported: unknown[];
  beforeEach(() => {
    workspace = createTemporaryWorkspace();
    real = workspace.put('ws/a.txt', 'saved\n');
    asked = [];
    reported = [];
  });
  afterEach(() => {
    workspace.dispose();
  });

  function offers(answer: () => Promise<boolean>) {
    const documents = createFakeDocuments();
    document = documents.open(real);
    document.type('typed\n');
    return createSaveOffers({
      documents,
      ask: (message) => {
        asked.push(message);
        return answer();
      },
      show: () => 'a[b](command:x).txt',
      report: (error) => reported.push(error),
    });
  }

  it('save when the user chooses to', async () => {
    await offers(() => Promise.resolve(true))(real);
    assert.equal(document.isDirty, false);
  });

  it('ask once at a time for each file, and again after the next change', async () => {
    const offer = offers(() => Promise.resolve(false));
    await Promise.all([offer(real), offer(real)]);
    assert.deepEqual([asked.length, document.isDirty], [1, true]);
    await offer(real);
    assert.equal(asked.length, 2);
  });

  it('name the file so that no link comes of it', async () => {
    await offers(() => Promise.resolve(false))(real);
    assert.match(asked[0] ?? '', /a\[b\] \(command:x\)\.txt, which had unsaved changes/);
  });

  it('report what went wrong', async () => {
    await offers(() => Promise.reject(new Error('gone')))(real);
    assert.equal(reported.length, 1);
  });
});
