import { textsOfPage } from './language';
import { texts } from './texts';

export const { t, rich } = textsOfPage(texts);
