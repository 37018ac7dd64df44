// at libs/accounts/src/example.ts
// refused by law/time-and-ids-are-arguments
export const now = () => Date.now();
