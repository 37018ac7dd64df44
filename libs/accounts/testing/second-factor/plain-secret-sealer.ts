import type { SecretSealer } from '../../src';

/** Encrypts nothing, but checks the context. */
export class PlainSecretSealer implements SecretSealer {
  constructor(private readonly key = 'a') {}

  seal(text: string, context: string): Uint8Array {
    return Buffer.from([this.key, context, text].join('\n'));
  }

  open(sealed: Uint8Array, context: string): string {
    const [, sealedContext, text] = Buffer.from(sealed).toString().split('\n');
    if (sealedContext !== context || text === undefined) throw new Error('The secret has another context');
    return text;
  }

  isCurrent(sealed: Uint8Array): boolean {
    return Buffer.from(sealed).toString().startsWith(`${this.key}\n`);
  }
}
