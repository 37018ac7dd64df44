// at libs/feedback/src/example.ts
// refused by @nx/enforce-module-boundaries
export { default } from 'light-my-request';
