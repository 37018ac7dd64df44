// at libs/webhooks/src/signing/example.ts
// forbidden by architecture/time-and-ids-are-arguments
export const timestamp = () => Math.floor(Date.now() / 1000);
