import { isTarget, LibtestReader, isLibtestLine } from './libtest';
import { createNextestReader, isNextestHead, isNextestLine } from './nextest';
import type { TestFormat, TestReader } from './test-format';

/** `cargo test` and `cargo nextest`: one command may run both, as nextest runs no doc tests. */
export const cargo: TestFormat = {
  recognizes: (line) => isLibtestLine(line) || isNextestLine(line),
  start: () => {
    let isNextest = false;
    let reader: TestReader = new LibtestReader();
    return {
      read: (line, tell) => {
        // What nextest shows of a failed test is the output of libtest.
        const isOther = isNextest ? isTarget(line) : isNextestLine(line) || isNextestHead(line);
        if (isOther) {
          reader.end(tell);
          isNextest = !isNextest;
          reader = isNextest ? createNextestReader() : new LibtestReader();
        }
        reader.read(line, tell);
      },
      end: (tell) => {
        reader.end(tell);
      },
    };
  },
};
