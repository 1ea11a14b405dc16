import { addedRedactionMark } from '../../base/redaction-marks';
import { failure, type Failure } from '../../contracts/failure';

/** A redacted read must never overwrite the real value (DESIGN decision 43). */
export function redactionRefusal(before: string, after: string): Failure | undefined {
  const mark = addedRedactionMark(before, after);
  if (mark === undefined) return undefined;
  return failure(
    'validation',
    `The text holds ${mark}, which stands for a value you were not shown. The file has the real value; writing the mark would destroy it.`,
    {
      suggestion:
        'Use edit and leave the lines with redacted values out of old_string and new_string.',
    },
  );
}
