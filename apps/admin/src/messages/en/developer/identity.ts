import type { IdentityKeyType } from '@libs/contract';

const types: Readonly<Record<IdentityKeyType, { readonly label: string; readonly hint: string }>> = {
  public: {
    label: 'Public key',
    hint: 'Your server signs tokens with its private key. Ed25519, P-256, or RSA with at least 2,048 bits.',
  },
  jwks: { label: 'JWKS URL', hint: 'The service reads the public keys of your server from a URL.' },
  secret: {
    label: 'Shared secret',
    hint: 'Your server signs tokens with a secret that this service has, too.',
  },
};

export const identity = {
  title: 'Identity',
  lead: 'Your application tells the service who its users are. Their feedback is verified, and they confirm nothing.',
  /** By error code (identity.md 2). */
  errors: {
    identity_key_not_found: 'This key no longer exists.',
  },
  keys: {
    title: 'Keys',
    hint: (max: number) =>
      `Up to ${max}. A token must be signed with one of them. To replace a key, add the new one, sign with it, and then delete the old one.`,
    list: 'Identity keys, oldest first',
    loading: 'Loading identity keys',
    emptyTitle: 'No keys',
    emptyText: 'Without a key, no token is accepted, and addresses are not verified.',
    add: 'Add key',
    added: 'Added',
    kid: 'Key ID',
    remove: (name: string) => `Delete ${name}`,
  },
  types,
  create: {
    title: 'Add key',
    type: 'Type',
    submit: 'Add key',
    fields: {
      key: 'Public key',
      keyHint: 'PEM (-----BEGIN PUBLIC KEY-----), or a JWK as JSON',
      url: 'JWKS URL',
      secret: 'Secret',
      secretHint: 'At least 32 bytes. Leave it empty to get a new one.',
    },
    required: 'Enter a value.',
  },
  secret: {
    title: 'Save your secret',
    body: 'Your server signs tokens with this text (HS256).',
    warning: 'You won’t be able to see it again. Store it with the other secrets of your server.',
    label: 'Shared secret',
    copy: 'Copy shared secret',
    stored: 'I’ve saved this secret',
    leaveTitle: 'Leave without saving the secret?',
    leave: 'You won’t be able to see it again. If you lose it, delete the key and add another one.',
    leaveBack: 'Back to secret',
    leaveAnyway: 'Leave anyway',
  },
  remove: {
    title: 'Delete key?',
    text: 'Tokens that are signed with this key are refused at once.',
    confirm: 'Delete key',
  },
  test: {
    title: 'Test a token',
    hint: (slug: string) =>
      `Paste a token to see what it says, and what is wrong with it. Its aud must be ${slug}. The test uses no token up.`,
    token: 'Token',
    submit: 'Test token',
    valid: 'The token is valid.',
    problems: (count: number) =>
      count === 1 ? 'The token is refused' : `The token is refused: ${count} problems`,
    header: 'Header',
    claims: 'Claims',
  },
};
