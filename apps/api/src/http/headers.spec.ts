import { securityHeaders } from './headers';

const PUBLIC_URL = 'https://feedback.example.com';

it.each([
  ['has subdomains', { PUBLIC_URL, HSTS_INCLUDE_SUBDOMAINS: 'yes' }, 'max-age=31536000; includeSubDomains'],
  ['has no subdomains', { PUBLIC_URL, HSTS_INCLUDE_SUBDOMAINS: 'no' }, 'max-age=31536000'],
  ['is absent over http', { PUBLIC_URL: 'http://localhost:3000', HSTS_INCLUDE_SUBDOMAINS: 'yes' }, undefined],
] as const)('Strict-Transport-Security %s', (_name, config, expected) => {
  expect(securityHeaders(config)['strict-transport-security']).toBe(expected);
});
