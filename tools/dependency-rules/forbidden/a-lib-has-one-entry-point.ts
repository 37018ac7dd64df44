// at apps/api/src/feedback/example.ts
// forbidden by architecture/through-the-front-door, @nx/enforce-module-boundaries
export { newFeedback } from '@libs/feedback/src/items/feedback';
