import { randomBytes } from 'node:crypto';
import { IdentityUseCases, JoseTokenSignatures, type RateLimitStore } from '@libs/accounts';
import { verifiedPersonRule } from '@libs/feedback';
import { PostgresAccountRepository } from '@libs/postgres';
import type { SecretBox } from '@libs/webhooks';
import type { DataSource } from 'typeorm';
import { clock } from '../clock';
import { PublishedKeysCache } from '../identity/published-keys-cache';
import { newId } from '../new-id';
import type { DocumentReader } from '../webhooks/sending/document-reader';
import type { UrlPolicy } from '../webhooks/sending/url-policy';

interface IdentityOptions {
  readonly box: SecretBox;
  readonly urls: UrlPolicy;
  readonly documents: DocumentReader;
  readonly uses: RateLimitStore;
}

/** Identity from customers' applications. */
export function createIdentity(db: DataSource, { box, urls, documents, uses }: IdentityOptions) {
  const published = new PublishedKeysCache((url) => documents.read(url), clock);
  const accounts = new PostgresAccountRepository(db);
  const ports = { accounts, signatures: new JoseTokenSignatures(), published, urls, uses, box };
  return { identity: new IdentityUseCases(ports, verifiedPersonRule, clock, newId, randomBytes) };
}
