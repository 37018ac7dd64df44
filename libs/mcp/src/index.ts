export { byOf, CHANGE_EVENTS, changeOf, type Change, type ChangeEvent, type NameOf } from './changes';
export type * from './changelog-tools';
export { DETAILS_SHOWN, type Details } from './details';
export * from './feedback-tools';
export { ARGUMENTS, NEW_ENTRY, type Part } from './rules';
export * from './server';
