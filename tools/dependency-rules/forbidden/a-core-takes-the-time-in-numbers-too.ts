// at libs/accounts/src/example.ts
// forbidden by architecture/time-and-ids-are-arguments
export const now = () => Date.now();
