// at libs/webhooks/src/signing/example.ts
import { createPublicKey } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export const keys = (pem: string) => [createPublicKey(pem), new Webhook(Buffer.from(pem).toString('base64'))];
