// at apps/admin/src/dashboard/pages/example.ts
// forbidden by @nx/enforce-module-boundaries
export { etagOf } from '../../../../api/src/feedback/items/feedback.http';
