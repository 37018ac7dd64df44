// at libs/feedback/src/example.ts
// refused by law/a-core-knows-no-node
import { isIP } from 'net';

export const isAddress = (text: string) => isIP(text) > 0;
