// @ts-check
/** Thumbnails of images, and the warning that a model does not see them. */
import assert from 'node:assert/strict';

import { attachment } from './context-scene.mjs';
import { state, user } from './items.mjs';
import { eventually, lastPosted, patch, show } from './use-page.mjs';

/** @typedef {import('./preview.mjs').Preview} Preview */

const shot = attachment('i1', 'image', 'PNG, 12 KB');

/**
 * A picture, as the host sends it.
 *
 * @param {Preview} preview @param {string} mediaType
 */
function picture({ page }, mediaType) {
  return page.evaluate((mediaType) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [640, 400];
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = 'rgb(200, 30, 60)';
    context.fillRect(0, 0, 640, 400);
    const url = canvas.toDataURL(mediaType);
    const data = url.slice(url.indexOf(',') + 1);
    return { mediaType, data, width: 640, height: 400 };
  }, mediaType);
}

/**
 * The image that the page asks for next.
 *
 * @param {Preview} preview @param {number} count of requests so far, with this one
 */
async function nextAsked(preview, count) {
  await eventually(async () => {
    const asked = (await preview.posted()).filter(({ type }) => type === 'showImage');
    assert.equal(asked.length, count);
  });
  return String((await lastPosted(preview, 'showImage'))?.attachmentId);
}

/** @param {import('playwright-core').Locator} canvas */
function pixel(canvas) {
  return canvas.evaluate((element) => {
    if (!(element instanceof window.HTMLCanvasElement)) return [];
    const { width, height } = element;
    const color = element.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data ?? [];
    return [width, height, ...[...color].map((part) => Math.round(part / 20))];
  });
}

/** @type {[name: string, check: (preview: Preview) => Promise<void>][]} */
export const imageChecks = [
  [
    'D17: an image has a thumbnail in the draft and in the sent message',
    async (preview) => {
      const { page, problems } = preview;
      await show(preview, { state: state({ model: 'm', attachments: [shot] }), items: [] });
      assert.equal(await nextAsked(preview, 1), 'i1');
      const image = await picture(preview, 'image/png');
      await preview.send({ type: 'image', attachmentId: 'i1', image });
      const draft = page.locator('.composer').getByRole('img', { name: 'Thumbnail' });
      await draft.waitFor();
      assert.deepEqual(await pixel(draft), [240, 150, 10, 2, 3, 13], 'small, and with its colors');
      const box = await draft.boundingBox();
      assert.ok(box && box.height <= 40 && box.width <= 50, 'bounded');
      await patch(
        preview,
        { op: 'state', state: { attachments: [] } },
        { op: 'item', item: user('#1', 'What is this?', { attachments: [shot] }) },
      );
      const sent = page.locator('.user-message').getByRole('img', { name: 'Thumbnail' });
      assert.deepEqual(await pixel(sent), [240, 150, 10, 2, 3, 13], 'not asked for again');
      assert.equal((await preview.posted()).filter(({ type }) => type === 'showImage').length, 1);
      assert.equal(await page.getByText('PNG, 12 KB').count(), 1);
      assert.deepEqual(problems, [], 'the policy of the page stays as it is');
    },
  ],
  [
    'D17: what cannot be decoded keeps its chip, without a picture',
    async (preview) => {
      const { page, requests } = preview;
      const jpeg = attachment('i2', 'image', 'JPEG, 1 KB');
      const third = attachment('i3', 'image', 'WebP, 1 KB');
      const attachments = [shot, jpeg, third];
      await show(preview, { state: state({ model: 'm', attachments }), items: [] });
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="hacked = 1"><script/></svg>';
      const data = Buffer.from(svg).toString('base64');
      const answers = {
        i1: { mediaType: 'image/svg+xml', data, width: 640, height: 400 },
        i2: { ...(await picture(preview, 'image/jpeg')), data: '/9j/AAAA' },
        i3: await picture(preview, 'image/webp'),
      };
      // In any order, one after another.
      for (let count = 1; count <= 3; count += 1) {
        const attachmentId = await nextAsked(preview, count);
        const image = Reflect.get(answers, attachmentId);
        await preview.send({ type: 'image', attachmentId, image });
      }
      await page.getByRole('img', { name: 'Thumbnail' }).waitFor();
      assert.equal(await page.getByRole('img', { name: 'Thumbnail' }).count(), 1);
      assert.equal(await page.locator('.thumbnail.is-plain').count(), 2);
      assert.equal(await page.evaluate(() => Reflect.get(window, 'hacked')), undefined);
      assert.deepEqual(requests, []);
    },
  ],
  [
    'D17: a model that reads no images is named while the message is written',
    async (preview) => {
      const { page } = preview;
      const before = { model: 'llama3', takesImages: false };
      await show(preview, { state: state(before), items: [] });
      const warning = page.getByText("llama3 can't read images, so it will not see them.");
      assert.equal(await warning.count(), 0);
      await patch(preview, { op: 'state', state: { attachments: [shot] } });
      await warning.waitFor();
      await page.getByRole('button', { name: 'Choose another model' }).click();
      assert.ok(await lastPosted(preview, 'pickModel'));
      await patch(preview, { op: 'state', state: { model: 'gpt-5', takesImages: true } });
      assert.equal(await warning.count(), 0);
    },
  ],
];
