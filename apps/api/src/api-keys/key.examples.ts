import type { DescribedApiKey } from '@libs/accounts';
import { PublicUrls } from '../config';
import { keyJson } from './key.http';
import { example } from '../openapi/schemas';

/** The key of api-keys.md 1. */
const website: DescribedApiKey = {
  key: {
    id: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f',
    accountId: '019cb31f-0000-7000-8000-000000000000',
    bucketId: '019cb31f-1280-7c3d-8e9f-0a1b2c3d4e5f',
    name: 'Roadmap script',
    permission: 'full',
    allowedOrigins: [],
    digest: Buffer.alloc(32),
    lastFour: 'cjrI',
    createdAt: new Date('2026-03-03T09:54:44.000Z'),
    createdBy: null,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  },
  account: { name: 'Acme', slug: 'acme', plan: 'free' },
};
const reporting: DescribedApiKey = {
  key: {
    ...website.key,
    name: 'Reporting',
    permission: 'read',
    lastFour: '7Qx2',
    expiresAt: new Date('2026-06-01T09:54:44.000Z'),
  },
  account: { ...website.account, plan: 'pro' },
};
const urls = new PublicUrls('https://feedback.example.com');

export const DESCRIBED = {
  full: example('A key with full permission', { data: keyJson(website, urls) }),
  read: example('A read key that expires', { data: keyJson(reporting, urls) }),
};
