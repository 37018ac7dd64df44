// at apps/api/src/feedback/example.ts
// refused by law/through-the-front-door, @nx/enforce-module-boundaries
export { newFeedback } from '@libs/feedback/src/items/feedback';
