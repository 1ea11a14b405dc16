// breaks: lazy -> src/adapters/http/undici-entry.ts
import * as m0 from '../adapters/http/undici-entry';
export type Used = [typeof m0];
