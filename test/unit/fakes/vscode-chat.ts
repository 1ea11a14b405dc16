import type { AnswerPart, VscodeChat, VscodeRequest } from '../../../src/host/models/vscode-chat';

export interface FakeVscodeChat extends VscodeChat {
  readonly requests: readonly VscodeRequest[];
}

export type FakeParts = (signal: AbortSignal) => AsyncIterable<AnswerPart>;

/** A VS Code model that answers each request with the same parts. */
export function createFakeVscodeChat(
  answer: readonly AnswerPart[] | FakeParts,
  more: Partial<VscodeChat> = {},
): FakeVscodeChat {
  const requests: VscodeRequest[] = [];
  return {
    vendor: 'acme',
    id: 'big',
    name: 'Acme Big',
    maxInputTokens: 64_000,
    takesTools: true,
    takesImages: true,
    requests,
    send: (request, signal) => {
      requests.push(request);
      return Promise.resolve(typeof answer === 'function' ? answer(signal) : each(answer));
    },
    ...more,
  };
}

async function* each(parts: readonly AnswerPart[]): AsyncGenerator<AnswerPart> {
  for (const part of parts) yield await Promise.resolve(part);
}
