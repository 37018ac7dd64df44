import { randomInt } from 'node:crypto';
import type { NewId } from '@libs/kernel';
import { v7 } from 'uuid';

/** Returns a generator whose IDs for the same millisecond, one after the other, ascend (RFC 9562 §6.2, method 1). */
export function idGenerator(): NewId {
  const last = { msecs: -1, seq: 0 };
  return (at) => {
    const msecs = at.getTime();
    last.seq = msecs === last.msecs ? last.seq + 1 : randomInt(2 ** 31);
    last.msecs = msecs;
    return v7(last);
  };
}

export const newId: NewId = idGenerator();
