/** What is wrong with a value that its schema lets pass. */
export interface ValueIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export function firstIssue<T>(
  items: Iterable<T>,
  check: (item: T) => ValueIssue | undefined,
): ValueIssue | undefined {
  for (const item of items) {
    const fault = check(item);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The fault as seen from the value that holds the faulty one as `part`. */
export function atPath(part: PropertyKey, fault: ValueIssue | undefined): ValueIssue | undefined {
  return fault && { ...fault, path: [part, ...fault.path] };
}

/** What a value led to that could not even be looked at. */
export function thrownIssue(error: unknown): ValueIssue {
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return { path: [], message: `The value cannot be read: ${reason}` };
}
