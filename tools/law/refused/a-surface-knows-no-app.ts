// at apps/admin/src/pages/example.ts
// refused by @nx/enforce-module-boundaries
export { feedbackJson } from '../../../api/src/feedback/feedback.http';
