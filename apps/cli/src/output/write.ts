import type { Output } from '../context';

/**
 * Resolves once there is room for more: what is read from the service waits for what is written.
 * @throws what the output says, `EPIPE` when nobody reads it any more
 */
export function write(output: Output, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(chunk, (error) => {
      // The output's own event comes after this: whoever listens there is to know first.
      if (error) setImmediate(reject, error);
      else resolve();
    });
  });
}
