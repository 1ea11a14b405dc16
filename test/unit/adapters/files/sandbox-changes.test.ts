import { openHeldFolder } from '../../../../src/adapters/files/held-folder';
import { describeChanges } from './sandbox-changes';

describeChanges('held folders', openHeldFolder);
