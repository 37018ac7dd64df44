import { createPublicKey } from 'node:crypto';
import { compactVerify } from 'jose';
import type { SignatureKey, TokenSignatures } from './identity.ports';
import { NAMES } from './public-key';

/** Signatures by the library jose. The algorithm is that of the key, whatever the token says. */
export class JoseTokenSignatures implements TokenSignatures {
  async isSignedBy(token: string, key: SignatureKey): Promise<boolean> {
    const isShared = key.algorithm === 'HS256';
    const algorithms = isShared ? ['HS256'] : [...NAMES[key.algorithm]];
    try {
      const { protectedHeader } = await compactVerify(
        token,
        isShared ? Buffer.from(key.secret) : createPublicKey({ key: { ...key.jwk }, format: 'jwk' }),
        { algorithms },
      );
      // The library supports an extension that JWT must not have (RFC 7797, section 7).
      return protectedHeader.crit === undefined;
    } catch {
      return false;
    }
  }
}
