import { createLlms, type LlmsOptions } from '../../../../src/adapters/llm/llms';
import { failure, fail } from '../../../../src/core/contracts/failure';
import type { Http } from '../../../../src/core/ports/http';
import { createFakeClock } from '../../fakes/clock';
import { noKey } from './ask';

const unused = fail(failure('unavailable', 'Not asked for here.'));

/** Never responds. */
const noHttp: Http = {
  get: () => Promise.resolve(unused),
  post: () => Promise.resolve(unused),
};

/** Models of servers with only the settings of the test. */
export function createTestLlms(options: Partial<LlmsOptions> = {}) {
  return createLlms({
    published: () => Promise.resolve(undefined),
    http: noHttp,
    clock: createFakeClock(),
    random: { next: () => 0 },
    baseUrl: () => 'http://x.test',
    key: noKey,
    modelOptions: () => ({}),
    replayFile: () => '',
    readRecording: () => Promise.resolve(unused),
    replayWordMs: 0,
    vscodeModel: () => Promise.resolve(unused),
    ...options,
  });
}
