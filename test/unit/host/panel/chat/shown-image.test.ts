import assert from 'node:assert/strict';
import { imageAttachment, shownImage } from '../../../../../src/host/panel/chat/attachments';
import { createChatWorld, fileAttachment } from '../chat-world';

/** The head of a PNG of this size. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(bytes);
  bytes.write('IHDR', 12);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

function attached(data: string) {
  const image = imageAttachment(data, 'a1');
  assert.ok(image.ok);
  return image.value;
}

describe('the image of a thumbnail', () => {
  it('comes with its type by content and its size', () => {
    const data = png(640, 480);
    const expected = { mediaType: 'image/png', data, width: 640, height: 480 };
    assert.deepEqual(shownImage(attached(data)), expected);
  });

  it('stays with the host when it would fill the memory of the page, or gives no size', () => {
    assert.equal(shownImage(attached(png(65_535, 65_535))), undefined);
    assert.equal(shownImage(attached(png(0, 10))), undefined);
    assert.equal(shownImage(attached(Buffer.from('GIF89a').toString('base64'))), undefined);
  });

  it('is none for other context', () => {
    assert.equal(shownImage(fileAttachment('a.js')), undefined);
  });

  it('is found in the draft and in what was sent', async () => {
    const world = createChatWorld();
    const image = attached(png(1, 1));
    world.chats.active.attach(image);
    assert.equal(world.chats.active.attachment('a1'), image);
    await world.send('see');
    assert.equal(world.chats.active.draft.attachments.length, 0);
    assert.equal(world.chats.active.attachment('a1'), image);
    assert.equal(world.chats.active.attachment('a2'), undefined);
  });
});
