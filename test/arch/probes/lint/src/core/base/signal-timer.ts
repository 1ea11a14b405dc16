// breaks: no-restricted-properties
export const soon = (): AbortSignal => AbortSignal.timeout(1);
