import { succeed, type Result } from '../../../src/core/contracts/failure';
import type {
  FindRequest,
  FindResult,
  GrepRequest,
  GrepResult,
  Search,
} from '../../../src/core/ports/search';

export interface FakeSearch extends Search {
  readonly requests: readonly (GrepRequest | FindRequest)[];
}

export interface FakeSearchAnswers {
  readonly grep?: Result<GrepResult>;
  readonly find?: Result<FindResult>;
}

const noMatches: GrepResult = { matches: [], cut: undefined, unsaved: [] };
const noPaths: FindResult = { paths: [], truncated: false, total: 0, unsaved: [] };

/** Returns the same results for every request and keeps the requests. */
export function createFakeSearch(answers: FakeSearchAnswers = {}): FakeSearch {
  const requests: (GrepRequest | FindRequest)[] = [];
  return {
    requests,
    grep: (request) => {
      requests.push(request);
      return Promise.resolve(answers.grep ?? succeed(noMatches));
    },
    find: (request) => {
      requests.push(request);
      return Promise.resolve(answers.find ?? succeed(noPaths));
    },
  };
}
