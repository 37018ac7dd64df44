import type { SecretBox } from '../signing/secret-box';
import type { Endpoint, EndpointSecrets } from './endpoint';

/** Encrypts the secrets of an endpoint, for this endpoint only (webhooks.md 4). */
export const sealSecrets = (box: SecretBox, id: string, secrets: EndpointSecrets): Uint8Array =>
  box.seal(JSON.stringify(secrets), id);

/** @throws UnknownEncryptionKeyError if they were encrypted with another key */
export const openSecrets = (
  box: SecretBox,
  { id, sealed }: Pick<Endpoint, 'id' | 'sealed'>,
): EndpointSecrets => JSON.parse(box.open(sealed, id)) as EndpointSecrets;

/** Returns the endpoint with its full URL, or unchanged if that can't be decrypted, so that it can still be deleted. */
export function withFullUrl(box: SecretBox, endpoint: Endpoint): Endpoint {
  try {
    const { url = endpoint.url } = openSecrets(box, endpoint);
    return { ...endpoint, url };
  } catch {
    return endpoint;
  }
}
