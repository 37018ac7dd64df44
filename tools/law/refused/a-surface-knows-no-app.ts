// at apps/admin/src/pages/example.ts
// refused by @nx/enforce-module-boundaries
export { etagOf } from '../../../api/src/feedback/feedback.http';
