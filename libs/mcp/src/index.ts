export { byOf, CHANGE_EVENTS, changeOf, type Change, type ChangeEvent, type NameOf } from './changes';
export { DETAILS_SHOWN, type Details } from './details';
export * from './feedback-tools';
export { ARGUMENTS, type Part } from './rules';
export * from './server';
