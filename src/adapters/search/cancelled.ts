import { failure, type Failure } from '../../core/contracts/failure';

export function cancelled(): Failure {
  return failure('cancelled', 'The search was cancelled.');
}
