// at libs/feedback/src/example.ts
// forbidden by architecture/a-core-knows-no-node
import { isIP } from 'net';

export const isAddress = (text: string) => isIP(text) > 0;
