import { newTitle } from '../../core/base/chat-title';
import { escapeControlInline } from '../../core/base/escape-control';
import { cutMarked } from './card-text';

const maxShown = 200;

/** A title that the person, or another version of us, has given. */
export function shownTitle(title: string): string {
  return cutMarked(escapeControlInline(title), maxShown) || newTitle;
}
