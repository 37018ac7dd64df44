// at libs/feedback/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { default } from 'light-my-request';
