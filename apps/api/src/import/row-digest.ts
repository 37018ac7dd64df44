import { hash } from 'node:crypto';

/** 132 bits, so collisions are practically impossible. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22);
