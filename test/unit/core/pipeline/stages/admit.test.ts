import assert from 'node:assert/strict';
import { HostTrustLevels } from '../../../../../src/host/policy/trust-levels';
import { Server, type ServerTool } from '../../../fakes/tool-server';
import { createProduct, type Product, type ProductOptions } from '../../../invariants/product';

const sayId = 'mcp__echo__say';
const say: ServerTool = { name: 'say', answer: (text) => `said ${text}` };
const other: ServerTool = { name: 'other', answer: () => '' };

describe('tools that change while a prompt is open', () => {
  let product: Product;

  function open(server: Server, answer: NonNullable<ProductOptions['answer']>): void {
    product = createProduct({
      sources: [server],
      trustLevels: new HostTrustLevels(),
      answer,
    });
    product.policy.swap({ allowedTools: new Set([sayId]) });
  }

  afterEach(() => product.dispose());

  const changes: readonly (readonly [string, readonly ServerTool[], string])[] = [
    ['withdrawn', [other], 'The tool mcp__echo__say is no longer offered.'],
    [
      'changed',
      [{ ...say, description: 'Says it elsewhere.' }],
      'The tool mcp__echo__say has changed since the call was made. Make the call again.',
    ],
  ];
  for (const [how, tools, message] of changes) {
    it(`settles the prompt of a call whose tool is ${how} meanwhile`, async () => {
      const server = new Server(say);
      const answer = (): Promise<never> => {
        server.offer(...tools);
        return new Promise(() => undefined);
      };
      open(server, answer);
      const { failure } = await product.call(sayId, {});
      assert.equal(failure?.message, message);
      assert.equal(product.asked.length, 1);
    });
  }

  it('keeps the prompt of a call when only other tools change', async () => {
    const server = new Server(say);
    open(server, () => {
      server.offer(say, other);
      return { answer: 'allow' };
    });
    assert.equal((await product.call(sayId, { text: 'a' })).text, 'said a');
  });
});
