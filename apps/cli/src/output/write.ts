import type { Output } from '../context';

/**
 * Writes a chunk and waits until the output accepts it, so that reading from the service does not outpace writing.
 * @throws the error of the output; `EPIPE` if the reader closed the pipe
 */
export function write(output: Output, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(chunk, (error) => {
      // The stream emits its error event after this callback. Let those listeners run first.
      if (error) setImmediate(reject, error);
      else resolve();
    });
  });
}
