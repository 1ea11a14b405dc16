/** Larger files are not read into memory by a tool. */
export const maxFileBytes = 10 * 1024 * 1024;
