// at libs/contract/src/example.ts
// forbidden by architecture/the-contract-takes-types-and-constants
export const load = () => import('@libs/feedback');
