import { openFolderByPath } from '../../../../src/adapters/files/disk-access';
import { describeChanges } from './sandbox-changes';

describeChanges('folders by path', openFolderByPath);
