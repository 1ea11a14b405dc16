import { title } from './parts/title';

export default { name: 'write', title };
