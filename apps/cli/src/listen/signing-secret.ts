import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Cli } from '../cli';
import { CliError, EXIT } from '../exit-codes';

const PREFIX = 'whsec_';
const VARIABLE = 'FEEDBACK_WEBHOOK_SECRET';

export interface Signer {
  readonly webhook: Webhook;
  /** The secret if this program made it; otherwise its source. */
  readonly description: string;
}

/**
 * Returns the signer of the flag, of the environment, or of the API key, in this order.
 * @throws CliError for an invalid secret
 */
export function createSigner(cli: Cli, flag: string | undefined): Signer {
  if (flag !== undefined) return signerFrom(flag, '--secret');
  const value = cli.context.env[VARIABLE]?.trim();
  if (value) return signerFrom(value, VARIABLE);
  const secret = secretOfKey(cli.credentials().apiKey.value);
  return { webhook: new Webhook(secret), description: secret };
}

/** Never prints the secret: it may be that of an endpoint in production. */
function signerFrom(secret: string, from: string): Signer {
  const bytes = /^whsec_([A-Za-z\d+/]+={0,2})$/.exec(secret)?.[1];
  const { length } = Buffer.from(bytes ?? '', 'base64');
  if (length < 24 || length > 64)
    throw new CliError(
      `Invalid signing secret (from ${from})`,
      EXIT.usage,
      'Use whsec_ and 24 to 64 bytes in Base64.',
    );
  return { webhook: new Webhook(secret), description: `from ${from}` };
}

/** Derives a secret, so that it need not be stored: a receiver can keep it between runs. */
const secretOfKey = (apiKey: string): string =>
  PREFIX + createHmac('sha256', apiKey).update('feedback listen').digest('base64');
