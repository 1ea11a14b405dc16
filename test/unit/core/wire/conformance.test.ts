import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wires } from '../../../../src/core/wire/catalog.gen';
import type { Wire } from '../../../../src/core/wire/codec/define-wire';
import { decodeText, decodeWith, type Decoded } from './decode';
import { assertGolden, streamsOf, type RecordedStream } from './golden';
import { hostileMessage } from './hostile-messages';
import { requestOf, wireOptions } from './wire-options';

for (const wire of wires) {
  const streams = streamsOf(wire);

  describe(`the wire ${wire.name}`, () => {
    for (const { name, bytes } of streams) {
      it(`003-native-3: reads ${name}`, () => {
        assertGolden(wire, name, decode(wire, bytes));
      });

      it(`G24: reads ${name} the same, cut at every byte`, () => {
        const everywhere = Array.from(bytes.keys());
        assert.deepEqual(decodeText(wire, split(bytes, everywhere)), decode(wire, bytes));
      });
    }

    it('G24: bytes cut at many places give the same records', () => {
      const cuts = fc.array(fc.nat(2_000), { maxLength: 12 });
      fc.assert(
        fc.property(fc.constantFrom(...streams), cuts, ({ bytes }, at) => {
          assert.deepEqual(decodeText(wire, split(bytes, at)), decode(wire, bytes));
        }),
      );
    });

    it('G25: a stream after any other shows no residue, by the same exchange', () => {
      const exchange = wire.exchange(requestOf(), wireOptions());
      const read = ({ bytes }: RecordedStream) =>
        decodeWith(exchange.decoder(), wire, [textOf(bytes)]);
      for (const [at, stream] of streams.entries()) {
        const next = streams[(at + 1) % streams.length] ?? stream;
        read(stream);
        assert.deepEqual(read(next), decode(wire, next.bytes), `${next.name} after ${stream.name}`);
      }
    });

    it('INV-08: of a stream that breaks off, no call is left', () => {
      fc.assert(
        fc.property(fc.constantFrom(...streams), fc.nat(), ({ bytes }, at) => {
          const cut = at % (bytes.length + 1);
          const decoder = wire.exchange(requestOf(), wireOptions()).decoder();
          const { end } = decodeWith(decoder, wire, [textOf(bytes.subarray(0, cut))]);
          if (decoder.state() === 'open') assert.equal(end.type, 'error');
          if (end.type === 'finish' && end.reason !== 'tool_calls') assert.deepEqual(end.calls, []);
          // What was heard whole is what the whole stream says.
          const whole = decode(wire, bytes);
          if (end.type === 'finish' && end.reason === 'tool_calls') {
            assert.ok(whole.end.type === 'finish');
            assert.deepEqual(end.calls, whole.end.calls);
          }
          assert.ok(whole.text.startsWith(decodeText(wire, [textOf(bytes.subarray(0, cut))]).text));
        }),
      );
    });

    it('INV-08: hostile messages never throw and end with one finish or error', () => {
      fc.assert(
        fc.property(fc.array(hostileMessage), (messages) => {
          const decoder = wire.exchange(requestOf(), wireOptions()).decoder();
          for (const { data, event } of messages) {
            for (const said of decoder.feed(data, event)) {
              assert.match(said.type, /^(text|thought)$/);
            }
          }
          const end = decoder.end();
          assert.ok(end.type === 'finish' || end.type === 'error');
          if (end.type !== 'finish' || end.reason === 'tool_calls') return;
          assert.deepEqual(end.calls, []);
        }),
        { numRuns: 300 },
      );
    });

    it('hostile bytes never throw', () => {
      fc.assert(
        fc.property(fc.array(fc.string()), (pieces) => {
          assert.match(decodeText(wire, pieces).end.type, /^(finish|error)$/);
        }),
      );
    });

    it('values nested without end are an answer like any other', () => {
      for (const key of ['error', 'message', 'delta', 'content', 'choices', 'type']) {
        const deep = `{"${key}":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
        const decoder = wire.exchange(requestOf(), wireOptions()).decoder();
        decoder.feed(deep);
        assert.match(decoder.end().type, /^(finish|error)$/);
      }
    });

    it('a body without an end is given up', () => {
      const piece = 'x'.repeat(1024 * 1024);
      const endless = ['data: ', ...Array.from({ length: 17 }, () => piece)];
      assert.throws(() => decodeText(wire, endless));
    });

    it('an empty body is a broken connection', () => {
      const { end } = decodeText(wire, []);
      assert.ok(end.type === 'error');
      assert.deepEqual([end.failure.category, end.failure.retryable], ['network_error', true]);
    });
  });
}

function decode(wire: Wire, bytes: Uint8Array): Decoded {
  return decodeText(wire, [textOf(bytes)]);
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Decodes as the HTTP adapter does: a character may span two pieces. */
function split(bytes: Uint8Array, cuts: readonly number[]): readonly string[] {
  const at = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])];
  const sorted = at.sort((a, b) => a - b);
  const decoder = new TextDecoder();
  return sorted.map((start, index) =>
    decoder.decode(bytes.subarray(start, sorted[index + 1]), { stream: true }),
  );
}
