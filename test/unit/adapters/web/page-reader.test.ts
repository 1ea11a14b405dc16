import assert from 'node:assert/strict';
import { createPageReader } from '../../../../src/adapters/web/page-reader';
import { fileTypeOf } from '../../../../src/core/base/file-type';
import type { WebDocument } from '../../../../src/core/ports/web';
import { createFakeClock } from '../../fakes/clock';

const { signal } = new AbortController();

/** Whose pauses each take `slow` milliseconds. */
function readerOf(slow = 0) {
  const clock = createFakeClock();
  return createPageReader({
    clock,
    pause: () => {
      clock.advance(slow);
      return Promise.resolve();
    },
    nameOfType: (bytes) => fileTypeOf(bytes)?.name.message,
  });
}

const pageReader = readerOf();

function documentOf(text: string, more: Partial<WebDocument> = {}): WebDocument {
  const body = new TextEncoder().encode(text);
  const url = 'https://example.com/a/';
  return { url, mediaType: 'text/html', body, isCut: false, endsAt: 15_000, ...more };
}

describe('the reader of pages', () => {
  it('gives HTML as Markdown or as text, with its title and what was cut', async () => {
    const page = documentOf('<title>T</title><nav>four</nav><p><b>a</b> <a href=b>c</a>');
    assert.deepEqual(await pageReader.readable(page, 'markdown', signal), {
      ok: true,
      value: { text: '**a** [c](https://example.com/a/b)', title: 'T', cut: { characters: 4 } },
    });
    const text = await pageReader.readable(page, 'text', signal);
    assert.equal(text.ok && text.value.text, 'a c');
  });

  it('gives other text, and the source of HTML, as it is', async () => {
    const json = documentOf('{"a": "<b>*</b>\u00a0\\u202e"}\r\n', {
      mediaType: 'application/json',
    });
    const page = documentOf('<p>x&#8238;');
    for (const [document, format] of [
      [json, 'markdown'],
      [json, 'text'],
      [page, 'raw'],
    ] as const) {
      const read = await pageReader.readable(document, format, signal);
      assert.deepEqual(read, {
        ok: true,
        value: { text: new TextDecoder().decode(document.body) },
      });
    }
  });

  it('names a PDF, image or archive with its size', async () => {
    const read = await pageReader.readable(
      documentOf(`%PDF-1.7${' '.repeat(1992)}`),
      'raw',
      signal,
    );
    assert.deepEqual(read.ok && read.value, {
      text: '[PDF document, 2,000 bytes, not decoded]',
      undecoded: 'PDF document',
    });
    const query = { select: 'p', extract: 'text', limit: 1 };
    const selected = await pageReader.select(
      documentOf('x', { mediaType: 'application/please.run-curl' }),
      query,
      signal,
    );
    assert.equal(
      selected.ok ? '' : selected.failure.message,
      'The document is no page with elements.',
    );
  });

  it('finds the elements of a selector', async () => {
    const query = { select: 'a', extract: 'attr:href', limit: 1 };
    const selected = await pageReader.select(
      documentOf('<a href=b>c</a><a href=d>'),
      query,
      signal,
    );
    assert.deepEqual(selected, {
      ok: true,
      value: { items: ['https://example.com/a/b'], found: 2 },
    });
  });

  it('says that an unknown charset was read as UTF-8', async () => {
    const page = documentOf('<p title=y>ä', { charset: 'x-nothing' });
    for (const format of ['markdown', 'text', 'raw'] as const) {
      const read = await pageReader.readable(page, format, signal);
      assert.equal(read.ok && read.value.unknownCharset, 'x-nothing');
    }
    const query = { select: 'p', extract: 'attr:title', limit: 1 };
    const selected = await pageReader.select(page, query, signal);
    assert.equal(selected.ok && selected.value.unknownCharset, 'x-nothing');
  });

  it('stops when the call is cancelled', async () => {
    const aborted = AbortSignal.abort();
    for (const format of ['markdown', 'raw'] as const) {
      const read = await pageReader.readable(documentOf('<p>x'), format, aborted);
      assert.equal(read.ok ? '' : read.failure.errorCode, 'cancelled');
    }
    const query = { select: 'p', extract: 'text', limit: 1 };
    const selected = await pageReader.select(documentOf('<p>x'), query, aborted);
    assert.equal(selected.ok ? '' : selected.failure.errorCode, 'cancelled');
  });

  it('003-web-6: ends between two slices when the time of the try is over', async () => {
    const page = documentOf('<p>x</p>'.repeat(20_000));
    const query = { select: 'p', extract: 'text', limit: 10 };
    for (const [slow, expected] of [
      [1000, 'read'],
      [8000, 'timeout'],
    ] as const) {
      for (const format of ['markdown', 'raw'] as const) {
        const read = await readerOf(slow).readable(page, format, signal);
        assert.equal(read.ok ? 'read' : read.failure.errorCode, expected);
      }
      const selected = await readerOf(slow).select(page, query, signal);
      assert.equal(selected.ok ? 'read' : selected.failure.errorCode, expected);
    }
  });
});

/** Each hides text from the reader, or shows it in another order. */
const unseen = {
  'a zero-width space': '\u200b',
  'a joiner': '\u200d',
  'a word joiner': '\u2060',
  'a soft hyphen': '\u00ad',
  'a byte order mark': '\ufeff',
  'an override of direction': '\u202e',
  'an isolate of direction': '\u2066',
  'a mark of direction': '\u200f',
  'a tag character': '\u{e0041}',
  'a selector of variations': '\ufe0f',
  'one of the many selectors of variations': '\u{e0101}',
  'a filler': '\u3164',
  'a Mongolian separator': '\u180e',
  'an annotation': '\ufff9',
  'an escape sequence': '\u001b',
  'a control of C1': '\u009b',
  'a private character': '\u{f0000}',
} as const;

describe('decision untrusted-fence: no invisible character reaches the model', () => {
  const valueOf = async (document: WebDocument, format: 'markdown' | 'text' | 'raw') => {
    const read = await pageReader.readable(document, format, signal);
    assert.ok(read.ok);
    return read.value;
  };

  for (const [name, sign] of Object.entries(unseen)) {
    it(`in any type and format, and the result says how many there were: ${name}`, async () => {
      for (const [mediaType, text, expected] of [
        ['text/markdown', `# a${sign}b ${sign}`, '# ab '],
        ['application/json', `{"a${sign}": "${sign}"}`, '{"a": ""}'],
        ['application/xml', `<a>${sign}b</a>${sign}`, '<a>b</a>'],
        ['text/plain', `a${sign}${sign}`, 'a'],
      ] as const) {
        for (const format of ['markdown', 'text', 'raw'] as const) {
          assert.deepEqual(await valueOf(documentOf(text, { mediaType }), format), {
            text: expected,
            removed: 2,
          });
        }
      }
      const page = documentOf(`<p>a${sign}b<code>c${sign}</code><pre>d${sign}</pre>`);
      assert.equal((await valueOf(page, 'markdown')).removed, 3);
      assert.equal((await valueOf(page, 'raw')).text, '<p>ab<code>c</code><pre>d</pre>');
    });

    it(`in what a selector finds: ${name}`, async () => {
      const page = documentOf(`<p title="a${sign}" data-${sign}x=1>b${sign}<i>c</i>`);
      for (const [extract, item, removed] of [
        ['text', 'bc', 1],
        ['attr:title', 'a', 1],
        ['html', '<p title="a" data-x="1">b<i>c</i></p>', 3],
      ] as const) {
        const query = { select: 'p', extract, limit: 1 };
        assert.deepEqual(await pageReader.select(page, query, signal), {
          ok: true,
          value: { items: [item], found: 1, removed },
        });
      }
    });
  }

  it('counts characters, also those of two halves and those in entities', async () => {
    const page = documentOf(`<p>a&#8203;b&#x202e;${'\u{e0041}'.repeat(70_000)}`);
    assert.equal((await valueOf(page, 'text')).removed, 70_002);
  });
});
