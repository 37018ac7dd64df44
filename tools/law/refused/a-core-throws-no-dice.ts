// at libs/feedback/src/example.ts
// refused by law/time-and-ids-are-arguments
export const luck = () => Math.random();
