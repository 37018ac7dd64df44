// at apps/api/src/http/example.ts
// forbidden by architecture/imports-point-one-way
export { addDashboardPipeline } from '../dashboard/dashboard-pipeline';
