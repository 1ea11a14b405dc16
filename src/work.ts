/** The second stage: a bundle of its own, loaded when the panel or a command first needs it. */
export { composeWork } from './host/compose/work';
export { setLanguage } from './host/window/language';
