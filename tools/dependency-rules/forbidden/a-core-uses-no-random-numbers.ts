// at libs/feedback/src/example.ts
// forbidden by architecture/time-and-ids-are-arguments
export const luck = () => Math.random();
