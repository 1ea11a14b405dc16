import { failure } from '../../core/contracts/failure';

export const stoppedByPerson = failure('cancelled', 'The request was stopped.');
