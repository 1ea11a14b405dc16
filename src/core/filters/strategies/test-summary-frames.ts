/** Frames of JavaScript in packages and in Node.js itself, and of Rust's standard library. */
const frame =
  /^at .*(?:node_modules|\(?node:|\/rustc\/)|^\d+: (?:<fn\(|(?:__rustc|rust_begin_unwind|core|std|alloc|test)\b)/;

/** The stack runs through code that nobody looks into; a second time it says nothing. */
export function isLibraryFrame(text: string): boolean {
  return /^(?:at |\d)/.test(text) && frame.test(text);
}
