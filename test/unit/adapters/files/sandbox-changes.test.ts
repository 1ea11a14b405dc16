import { openHeldFolder } from '../../../../src/adapters/files/disk-access';
import { describeChanges } from './sandbox-changes';

describeChanges('held folders', openHeldFolder);
