// at libs/contract/src/example.ts
export { TITLE_MAX, type Status } from '@libs/feedback';
export { EMAIL_MAX } from '@libs/kernel';
