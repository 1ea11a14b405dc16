/** Another `exec`, `prepare` and `stream`. */
export const found = /a/.exec('a');

export const other = { prepare: () => 1, stream: () => 2, exec: () => 3 };
