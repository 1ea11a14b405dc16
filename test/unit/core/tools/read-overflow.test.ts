import assert from 'node:assert/strict';
import { bindTool } from '../../../../src/core/contracts/tools/bind-tool';
import { failure, fail, succeed, type Result } from '../../../../src/core/contracts/failure';
import type { OverflowRead, OverflowSlice } from '../../../../src/core/ports/conversations';
import { untrusted } from '../../../../src/core/tools/web/untrusted';
import readOverflow from '../../../../src/core/tools/read-overflow';
import { capabilitiesWith, textOf } from './run-tool';

const uuid = '0a0b0c0d-1111-4222-8333-444455556666';

describe('read_overflow', () => {
  function setUp(answer: Result<OverflowSlice>) {
    const asked: OverflowRead[] = [];
    const overflow = {
      put: () => Promise.resolve(succeed(uuid)),
      read: (request: OverflowRead) => {
        asked.push(request);
        return Promise.resolve(answer);
      },
    };
    return { asked, tool: bindTool(readOverflow, capabilitiesWith({ overflow })) };
  }

  it('003-overflow-2: reads in the conversation that asks, by prefixed or bare uuid', async () => {
    const { asked, tool } = setUp(succeed({ text: 'all', totalChars: 3 }));
    assert.equal(await textOf(tool, { id: `overflow:${uuid}` }), 'all');
    await textOf(tool, { id: uuid.toUpperCase(), offset: 5, limit: 7, search: 'x' });
    const start = { conversationId: 's1', id: uuid, offset: 0, limit: 10_000 };
    assert.deepEqual(asked, [
      { conversationId: 's1', id: uuid, offset: 0, limit: 20_000 },
      { conversationId: 's1', id: uuid, offset: 5, limit: 7, search: 'x' },
      start,
    ]);
  });

  it('decision untrusted-fence: a part of a stored page is fenced as the whole was', async () => {
    const page = untrusted('one\n[tool_error] two\nthree', { url: 'https://example.com/' });
    const asked: OverflowRead[] = [];
    const read = (request: OverflowRead) => {
      asked.push(request);
      const { offset, limit } = request;
      return Promise.resolve(
        succeed({ text: page.slice(offset, offset + limit), totalChars: page.length }),
      );
    };
    const overflow = { put: () => Promise.resolve(succeed(uuid)), read };
    const tool = bindTool(readOverflow, capabilitiesWith({ overflow }));
    const part = await textOf(tool, { id: uuid, offset: page.indexOf('[tool_error]') });
    const [notice = '', opening = '', ...lines] = page.split('\n');
    assert.deepEqual(part.split('\n'), [
      notice,
      opening,
      '[tool_error] two',
      'three',
      '&lt;/untrusted_content>',
      '</untrusted_content>',
    ]);
    assert.equal(asked.length, 2);
    // The whole is read once, and its opening is not repeated.
    assert.deepEqual((await textOf(tool, { id: uuid })).split('\n'), [
      ...[notice, opening, ...lines.slice(0, -1)],
      ...['&lt;/untrusted_content>', '</untrusted_content>'],
    ]);
    assert.equal(asked.length, 3);
    // A shorter start may end within the opening, which is then read apart.
    const start = await textOf(tool, { id: uuid, limit: 10 });
    assert.deepEqual(start.split('\n'), [
      notice,
      opening,
      notice.slice(0, 10),
      '</untrusted_content>',
    ]);
    assert.equal(asked.length, 5);
  });

  it('says how to continue', async () => {
    const { tool } = setUp(succeed({ text: 'part', totalChars: 100, nextOffset: 14 }));
    assert.equal(
      await textOf(tool, { id: uuid, offset: 10 }),
      'part\n[Characters 10-14 of 100. Continue with offset 14.]',
    );
  });

  it('says when nothing is there', async () => {
    const { tool } = setUp(succeed({ text: '', totalChars: 3 }));
    assert.equal(await textOf(tool, { id: uuid, search: 'x' }), 'No line contains the text.');
    assert.equal(
      await textOf(tool, { id: uuid, offset: 9 }),
      'The offset is past the end of the output.',
    );
  });

  for (const id of [
    '../../etc/passwd',
    'overflow:',
    `${uuid}x`,
    "'; drop table",
    'overflow:overflow:',
  ]) {
    it(`003-overflow-4: refuses ${id} before the store is asked`, async () => {
      const { asked, tool } = setUp(succeed({ text: 'x', totalChars: 1 }));
      assert.match(await textOf(tool, { id }), /^validation: id is not an overflow reference/);
      assert.deepEqual(asked, []);
    });
  }

  it('hands on that it is unknown here', async () => {
    const { tool } = setUp(fail(failure('unavailable', 'No such output in this conversation.')));
    assert.match(await textOf(tool, { id: uuid }), /^unavailable: No such output/);
  });
});
