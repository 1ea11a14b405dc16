import assert from 'node:assert/strict';
import { maxImageChars, panelRequestSchema } from '../../../../src/core/contracts/panel/requests';
import { imageTypes, judgeImage } from '../../../../webview/composer/images';

const most = 5 * 1024 * 1024;

function judge(type: string, size: number, name = 'shot.png') {
  return judgeImage({ name, type, size });
}

describe('judgeImage', () => {
  for (const mediaType of imageTypes) {
    it(`takes ${mediaType}, as the host does`, () => {
      assert.deepEqual(judge(mediaType, 10), { ok: true, mediaType });
      const request = { type: 'attachImage', mediaType, data: 'UE5H' };
      assert.equal(panelRequestSchema.safeParse(request).success, true);
    });
  }

  for (const type of ['image/svg+xml', 'image/tiff', 'text/plain', '']) {
    it(`refuses ${type || 'a file of no type'} and suggests a fix`, () => {
      assert.deepEqual(judge(type, 10, 'a.txt'), {
        ok: false,
        message:
          '“a.txt” was not added: only PNG, JPEG, GIF and WebP images can be. Use @ for other files.',
      });
    });
  }

  it('accepts 5 MB, which fit the message in base64, and no more', () => {
    assert.equal(judge('image/png', most).ok, true);
    assert.ok(Math.ceil(most / 3) * 4 <= maxImageChars);
    assert.deepEqual(judge('image/png', most + 1), {
      ok: false,
      message: '“shot.png” was not added: it has 5.1 MB, and 5 MB is the most that models take.',
    });
  });

  it('refuses an empty file, and cuts a long name', () => {
    const judged = judge('image/png', 0, 'x'.repeat(5000));
    assert.ok(!judged.ok);
    assert.equal(judged.message, `“${'x'.repeat(80)}…” was not added: it is empty.`);
  });
});
