import { failure } from '../../core/contracts/failure';

/** What is asked of the store once its window closes. */
export const closedFailure = failure('execution', 'The storage is closed.', {
  suggestion: 'The window is closing. Stop.',
});
