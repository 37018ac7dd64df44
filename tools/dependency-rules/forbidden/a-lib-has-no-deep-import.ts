// at apps/api/src/feedback/example.ts
// forbidden by @nx/enforce-module-boundaries
export { newFeedback } from '../../../../libs/feedback/src/items/feedback';
