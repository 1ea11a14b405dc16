/** What reads pages: a bundle of its own, loaded with the first page. */
export { createPageReader } from './adapters/web/page-reader';
