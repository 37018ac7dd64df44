// at apps/api/src/dashboard/items/example.ts
export type { Item } from '@libs/contract';
