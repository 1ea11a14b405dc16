import { openFolderByPath } from '../../../../src/adapters/files/path-folder';
import { describeChanges } from './sandbox-changes';

describeChanges('folders by path', openFolderByPath);
