import { failure, fail, succeed } from '../../../src/core/contracts/failure';
import type { Web, WebAddresses, WebAnswer, WebRequest } from '../../../src/core/ports/web';

/** Every address may be asked for, and no proxy is in the way. */
export const openAddresses: WebAddresses = {
  refusal: () => undefined,
  isProxied: () => false,
};

export interface FakeWeb extends Web {
  /** What was asked for, in order. */
  readonly asked: readonly WebRequest[];
}

/** Answers every request with one page, or as `answer` says; converts nothing. */
export function createFakeWeb(answer: (url: string) => WebAnswer = pageOf('one')): FakeWeb {
  const asked: WebRequest[] = [];
  return {
    asked,
    get: (request) => {
      asked.push(request);
      return Promise.resolve(answer(request.url));
    },
    readable: ({ body }) => Promise.resolve(succeed({ text: new TextDecoder().decode(body) })),
    select: ({ body }) => {
      const items = new TextDecoder().decode(body).split('\n');
      return Promise.resolve(succeed({ items, found: items.length }));
    },
  };
}

/** A page with this text. */
export function pageOf(text: string, mediaType = 'text/plain'): (url: string) => WebAnswer {
  const body = new TextEncoder().encode(text);
  return (url) => ({
    ...succeed({ url, mediaType, body, isCut: false, endsAt: Number.POSITIVE_INFINITY }),
    visit: { ...visitOf(url), status: 200, bytes: body.byteLength },
  });
}

/** A visit that reached one public address. */
export function visitOf(url: string) {
  return { url, addresses: ['93.184.215.14'], redirects: [] };
}

/** The request fails after it has reached a server. */
export function answersStatus(status: number): (url: string) => WebAnswer {
  return (url) => ({
    ...fail(failure('execution', `The server answered ${String(status)}.`)),
    visit: { ...visitOf(url), status },
  });
}
