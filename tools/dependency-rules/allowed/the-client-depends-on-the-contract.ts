// at libs/api-client/src/example.ts
export type { Data } from '@libs/contract';
