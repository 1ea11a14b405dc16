import { failure } from '../../core/contracts/failure';

export const stoppedByUser = failure('cancelled', 'The request was stopped.');
