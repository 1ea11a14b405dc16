import assert from 'node:assert/strict';
import { estimateTokens } from '../../../../../src/core/base/estimate-tokens';
import { failure, fail, succeed } from '../../../../../src/core/contracts/failure';
import type { MessageContext, ContextSources } from '../../../../../src/host/context/context-parts';
import { ContextActions } from '../../../../../src/host/panel/chat/context-actions';
import { createChatWorld, pngData, type ChatWorld } from '../chat-world';

function part(more: Partial<MessageContext> = {}): MessageContext {
  return {
    kind: 'file',
    label: 'cart.js',
    detail: '/w/cart.js',
    uri: 'file:///w/cart.js',
    text: 'const cart = [];\n',
    ...more,
  };
}

describe('context that the user adds', () => {
  let world: ChatWorld;
  let sources: ContextSources;
  let actions: ContextActions;
  let asked: string[];
  let imagesAdded: number;

  beforeEach(() => {
    world = createChatWorld();
    asked = [];
    imagesAdded = 0;
    const other = (kind: 'selection' | 'problems' | 'terminal') =>
      Promise.resolve(succeed(part({ kind, label: kind, uri: `gatehouse:${kind}` })));
    sources = {
      file: (path) => {
        asked.push(path);
        return Promise.resolve(succeed(part()));
      },
      selection: () => other('selection'),
      problems: () => other('problems'),
      terminal: () => other('terminal'),
      resource: (path) => {
        asked.push(path);
        return Promise.resolve(succeed(part({ kind: 'resource', uri: path })));
      },
      pickFile: () => Promise.resolve('/w/picked.js'),
      findFiles: () => Promise.resolve(succeed([])),
      servers: { offering: () => [], startOffering: () => Promise.resolve() },
    };
    actions = make();
  });

  function make(): ContextActions {
    const { chats, reports } = world;
    return new ContextActions({ chats, sources, reports, imageAdded: () => (imagesAdded += 1) });
  }

  function attachments() {
    return world.chats.state().attachments;
  }

  it('is shown without what it holds, and sent with it', async () => {
    await actions.attach('file', '/w/cart.js');
    assert.deepEqual(attachments(), [
      {
        attachmentId: 'attachment-1',
        kind: 'file',
        label: 'cart.js',
        detail: '/w/cart.js',
        tokens: estimateTokens(part().text),
      },
    ]);
    await world.send('why?');
    assert.deepEqual(world.agent.turns[0]?.request.prompt, [
      { type: 'text', text: 'why?' },
      {
        type: 'resource',
        resource: {
          uri: 'file:///w/cart.js',
          text: 'const cart = [];\n',
          mimeType: 'text/plain',
        },
        _meta: { gatehouse: { kind: 'file', label: 'cart.js', detail: '/w/cart.js' } },
      },
    ]);
    const [item] = world.items();
    assert.ok(item?.type === 'user');
    assert.deepEqual(
      item.attachments?.map(({ label }) => label),
      ['cart.js'],
    );
    assert.ok(!JSON.stringify(world.seen.changes).includes('const cart'));
    assert.deepEqual(attachments(), [], 'the next message has none');
  });

  for (const kind of ['selection', 'problems', 'terminal'] as const) {
    it(`takes ${kind}, whatever path the page names`, async () => {
      await actions.attach(kind, '/etc/passwd');
      assert.deepEqual(asked, []);
      assert.equal(attachments()[0]?.kind, kind);
    });
  }

  it('asks for a file when the page names none, and takes none from who backs out', async () => {
    await actions.attach('file');
    assert.deepEqual(asked, ['/w/picked.js']);
    sources = { ...sources, pickFile: () => Promise.resolve(undefined) };
    actions = make();
    await actions.attach('file');
    assert.equal(attachments().length, 1);
    assert.deepEqual(world.told, []);
  });

  it('reports what cannot be added', async () => {
    sources = {
      ...sources,
      file: () => Promise.resolve(fail(failure('policy_denied', '.env is on the deny list.'))),
      problems: () => Promise.reject(new Error('the disk is gone')),
    };
    actions = make();
    await actions.attach('file', '/w/.env');
    await actions.attach('problems');
    assert.deepEqual(world.told, [
      '.env is on the deny list.',
      'The context could not be added. For details, run "Gatehouse: Show Output Log".',
    ]);
    assert.match(world.warnings[0] ?? '', /the disk is gone/);
    assert.deepEqual(attachments(), []);
  });

  it('is added once, and again when it says something else', async () => {
    await actions.attach('file', '/w/cart.js');
    await actions.attach('file', '/w/cart.js');
    assert.equal(attachments().length, 1);
    sources = { ...sources, file: () => Promise.resolve(succeed(part({ text: 'changed' }))) };
    actions = make();
    await actions.attach('file', '/w/cart.js');
    assert.equal(attachments().length, 2);
  });

  it('is at most 20 pieces; another is reported', async () => {
    let count = 0;
    const next = () =>
      Promise.resolve(succeed(part({ label: `${(count += 1)}.js`, uri: `x:${count}` })));
    sources = { ...sources, file: next };
    actions = make();
    for (let n = 0; n < 21; n += 1) await actions.attach('file', '/w/x');
    assert.equal(attachments().length, 20);
    assert.deepEqual(world.told, [
      '“21.js” was not added: a message can have at most 20 pieces of context.',
    ]);
  });

  it('shows names with nothing hidden in them', async () => {
    const label = `a\u202egnp.js\n${'x'.repeat(500)}`;
    sources = { ...sources, file: () => Promise.resolve(succeed(part({ label }))) };
    actions = make();
    await actions.attach('file', '/w/x');
    const shown = attachments()[0]?.label ?? '';
    assert.ok(shown.startsWith('a\\u202egnp.js\\n') && shown.length <= 201);
  });

  it('is taken away by its id alone', async () => {
    await actions.attach('file', '/w/cart.js');
    world.chats.active.detach('attachment-9');
    assert.equal(attachments().length, 1);
    world.chats.active.detach('attachment-1');
    assert.equal(attachments().length, 0);
  });

  it('belongs to the chat for which it was asked', async () => {
    await world.send('one');
    let found: (value: Awaited<ReturnType<ContextSources['file']>>) => void = () => undefined;
    sources = { ...sources, file: () => new Promise((resolve) => (found = resolve)) };
    actions = make();
    const adding = actions.attach('file', '/w/cart.js');
    world.chats.create();
    found(succeed(part()));
    await adding;
    assert.deepEqual(attachments(), []);
    world.chats.select('chat-1');
    assert.equal(attachments().length, 1);
  });

  it('is no longer looked for when its chat is closed', async () => {
    let signal: AbortSignal | undefined;
    sources = {
      ...sources,
      file: (_path, given) => {
        signal = given;
        return new Promise((resolve) => {
          given.addEventListener('abort', () => {
            resolve(fail(failure('cancelled', 'Stopped.')));
          });
        });
      },
    };
    actions = make();
    const adding = actions.attach('file', '/w/cart.js');
    world.chats.close();
    await adding;
    assert.equal(signal?.aborted, true);
    assert.deepEqual(world.told, []);
  });

  it('stays for the next message when a command is typed', async () => {
    await actions.attach('file', '/w/cart.js');
    for (const typed of ['!ls', '/tool grep {}', '/cost']) {
      await world.send(typed);
      await world.end();
      assert.equal(attachments().length, 1);
    }
    assert.ok(world.agent.turns.every(({ request }) => request.prompt.length === 1));
  });

  it('stays when a message cannot be sent', async () => {
    await actions.attach('file', '/w/cart.js');
    world.chosen.model = '';
    await world.send('why?');
    assert.equal(attachments().length, 1);
    assert.equal(world.chats.active.draft.text, 'why?');
  });

  it('keeps a chat from being taken for an empty one', async () => {
    await actions.attach('file', '/w/cart.js');
    world.chats.create();
    assert.equal(world.chats.summaries().length, 2);
  });

  describe('an image', () => {
    const webp = Buffer.from('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ', 'latin1').toString('base64');
    const kinds: readonly (readonly [string, string, string])[] = [
      ['image/png', 'PNG', pngData()],
      ['image/jpeg', 'JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]).toString('base64')],
      ['image/gif', 'GIF', Buffer.from('GIF89a..').toString('base64')],
      ['image/webp', 'WebP', webp],
    ];
    for (const [mimeType, name, data] of kinds) {
      it(`is sent as the ${name} that it is`, async () => {
        actions.attachImage(data);
        assert.match(attachments()[0]?.label ?? '', new RegExp(`^${name}, \\d+ bytes$`));
        await world.send('what is this?');
        assert.deepEqual(world.agent.turns[0]?.request.prompt[1], {
          type: 'image',
          data,
          mimeType,
        });
      });
    }

    it('may go without words', async () => {
      actions.attachImage(pngData());
      assert.equal(imagesAdded, 1, 'whether the model reads it is asked');
      await world.send(' ');
      assert.deepEqual(
        world.agent.turns[0]?.request.prompt.map(({ type }) => type),
        ['image'],
      );
      assert.equal(world.chats.active.title, 'New chat');
    });

    it('is refused when its content is none', () => {
      const wrong = [
        Buffer.from('<svg onload="x">').toString('base64'),
        Buffer.from('RIFF1234WAVEfmt ').toString('base64'),
        `${pngData()}A`,
        'AAAA',
      ];
      for (const data of wrong) actions.attachImage(data);
      assert.deepEqual(attachments(), []);
      assert.equal(world.told.length, wrong.length);
      assert.equal(imagesAdded, 0);
    });

    it('has at most 5 MB', () => {
      const head = Buffer.from(pngData(), 'base64');
      const sized = (size: number) =>
        Buffer.concat([head, Buffer.alloc(size - head.length)]).toString('base64');
      actions.attachImage(sized(5 * 1024 * 1024));
      assert.equal(attachments()[0]?.label, 'PNG, 5 MB');
      actions.attachImage(sized(5 * 1024 * 1024 + 1));
      assert.equal(attachments().length, 1);
      assert.match(world.told[0] ?? '', /at most 5 MB/);
    });

    it('is one of at most ten, and the same is one', () => {
      for (let n = 0; n < 11; n += 1) actions.attachImage(pngData(n));
      actions.attachImage(pngData(3));
      assert.equal(attachments().length, 10);
      assert.deepEqual(world.told, [
        '“PNG, 10 bytes” was not added: a message can have at most 10 images.',
      ]);
    });
  });
});
