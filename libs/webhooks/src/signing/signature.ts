import { sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { isPrivateKey, privateKeyOf } from './signing-key';

export interface SignedMessage {
  /** The ID of the event. */
  readonly id: string;
  /** Time of the attempt, in Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the value of `webhook-signature`: one signature per key, in the order of the keys (webhooks.md 4). */
export function signaturesOf(keys: readonly string[], message: SignedMessage): string {
  return keys.map((key) => (isPrivateKey(key) ? ed25519(key, message) : hmac(key, message))).join(' ');
}

function hmac(key: string, { id, timestamp, body }: SignedMessage): string {
  return new Webhook(key).sign(id, new Date(timestamp * 1000), body);
}

function ed25519(key: string, { id, timestamp, body }: SignedMessage): string {
  const signature = sign(null, Buffer.from(`${id}.${timestamp}.${body}`), privateKeyOf(key));
  return `v1a,${signature.toString('base64')}`;
}
