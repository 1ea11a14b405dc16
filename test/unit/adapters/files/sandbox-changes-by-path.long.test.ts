import { openFolderByPath } from '../../../../src/adapters/files/held-folder';
import { describeChanges } from './sandbox-changes';

describeChanges('folders by path', openFolderByPath);
