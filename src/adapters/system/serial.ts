/** Runs operations one after another, in order of arrival. */
export interface Serial {
  /** Settles as `work` does; a failure does not stop the next operation. */
  run<T>(work: () => Promise<T> | T): Promise<T>;
}

export function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (work) => {
      const result = last.then(work);
      // The caller gets the rejection from `result`; here only the order matters.
      last = result.catch(() => undefined);
      return result;
    },
  };
}
