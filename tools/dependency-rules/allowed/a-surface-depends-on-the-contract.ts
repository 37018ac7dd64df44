// at apps/admin/src/dashboard/pages/example.ts
export type { Item } from '@libs/contract';
