// at libs/webhooks/src/endpoints/example.ts
// forbidden by architecture/only-signing-signs
export { Webhook } from 'standardwebhooks';
