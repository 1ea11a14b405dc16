import assert from 'node:assert/strict';
import { fileTypeOf } from '../../../../src/core/base/file-type';
import { decodePage as decode, type PageBytes } from '../../../../src/core/web/decode-page';

const decodePage = (page: PageBytes) => decode(page, (bytes) => fileTypeOf(bytes)?.name.message);

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const html = (body: Uint8Array, charset?: string) =>
  decodePage({ body, mediaType: 'text/html', ...(charset !== undefined && { charset }) });

function textOf(page: ReturnType<typeof decodePage>): string {
  assert.ok(page.kind !== 'binary');
  return page.text;
}

describe('the charset of a page', () => {
  const meta = '<meta charset="iso-8859-2">';

  it('is that of its byte order mark, whatever header and page say', () => {
    assert.equal(textOf(html(latin(`\xef\xbb\xbf${meta}\xc3\xa4`), 'koi8-r')), `${meta}ä`);
    assert.equal(textOf(html(latin('\xff\xfea\0\xe4\0'), 'utf-8')), 'aä');
    assert.equal(textOf(html(latin('\xfe\xff\0a\0\xe4'))), 'aä');
  });

  it('is then that of the header', () => {
    assert.equal(textOf(html(latin(`${meta}\xe4`), 'windows-1251')), `${meta}д`);
    assert.equal(textOf(html(latin('\xc4\xe3'), 'GBK')), '你');
  });

  it('is then that which the page names in its first 1,024 bytes', () => {
    assert.equal(textOf(html(latin(`${meta}\xb1`))), `${meta}ą`);
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">';
    assert.equal(textOf(html(latin(`${old}\x82\xa0`))), `${old}あ`);
    const late = ' '.repeat(1024) + meta;
    assert.equal(textOf(html(latin(`${late}\xb1`))), `${late}\ufffd`);
  });

  it('is UTF-8 else, also for a page that says UTF-16 in ASCII', () => {
    assert.equal(textOf(html(latin('\xc3\xa4'))), 'ä');
    assert.equal(textOf(html(latin('<meta charset=utf-16>\xc3\xa4'))), '<meta charset=utf-16>ä');
  });

  it('is UTF-8 for a name that is not known, which is reported', () => {
    const page = html(latin('\xc3\xa4'), 'x-nothing');
    assert.deepEqual(page, {
      kind: 'html',
      text: 'ä',
      unknownCharset: 'x-nothing',
    });
    assert.deepEqual(html(latin('<meta charset=x-none>\xc3\xa4')), {
      kind: 'html',
      text: '<meta charset=x-none>ä',
      unknownCharset: 'x-none',
    });
  });

  it('is that of the page where the header names one that is not known', () => {
    assert.deepEqual(html(latin(`${meta}\xb1`), 'x-nothing'), {
      kind: 'html',
      text: `${meta}ą`,
    });
  });
});

describe('the kind of a document', () => {
  const kind = (mediaType: string, body: string) => {
    const page = decodePage({ body: latin(body), mediaType });
    return page.kind === 'binary' ? page.type : page.kind;
  };

  it('is text for text, JSON, XML and Markdown', () => {
    for (const type of [
      'text/plain',
      'text/markdown',
      'text/css',
      'application/json',
      'application/ld+json',
      'application/xml',
      'application/rss+xml',
      'application/yaml',
      'application/javascript',
      'image/svg+xml',
    ]) {
      assert.equal(kind(type, 'a'), 'text', type);
    }
  });

  it('is HTML by its type, or by its start when the server does not know', () => {
    assert.equal(kind('text/html', 'a'), 'html');
    assert.equal(kind('application/xhtml+xml', 'a'), 'html');
    assert.equal(kind('', ' <!DOCTYPE html>'), 'html');
    assert.equal(kind('application/octet-stream', '<html>'), 'html');
    assert.equal(kind('', 'a'), 'text');
    assert.equal(kind('text/plain', '<html>'), 'text');
  });

  it('is named and not decoded for a PDF, image or archive', () => {
    assert.equal(kind('application/pdf', '%PDF-1.7'), 'PDF document');
    assert.equal(kind('image/png', '\x89PNG\r\n\x1a\n\0'), 'PNG image');
    assert.equal(kind('application/zip', 'PK\x03\x04'), 'ZIP archive');
    assert.equal(kind('application/x-unknown', 'a'), 'application/x-unknown');
    assert.equal(kind('video/mp4', 'a'), 'video/mp4');
    assert.equal(kind('', 'a\0b'), 'binary data');
  });

  it('is found by its first bytes when the type lies', () => {
    assert.equal(kind('text/html', '%PDF-1.7'), 'PDF document');
    assert.equal(kind('text/plain', 'PK\x03\x04\0\0'), 'ZIP archive');
    assert.equal(kind('application/json', '\x89PNG\r\n\x1a\n\0'), 'PNG image');
    assert.equal(kind('image/jpeg', '\x89PNG\r\n\x1a\n\0'), 'PNG image');
  });

  it('is text for a text that begins like a program', () => {
    assert.equal(kind('text/plain', 'MZ is a country code'), 'text');
    assert.equal(kind('text/html', 'BM'), 'html');
  });
});
