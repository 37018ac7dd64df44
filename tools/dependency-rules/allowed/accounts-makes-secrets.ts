// at libs/accounts/src/example.ts
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const secret = (random = randomBytes) => crc32(random(8));
