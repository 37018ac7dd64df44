import { realpathSync } from 'node:fs';

/**
 * Returns the path that starts this program again. If the given path leads to it through symbolic links, they are kept:
 * later, they can lead to a new release.
 * @param given how the process was started, possibly by another program that imports this one
 * @param own path of this program without symbolic links
 */
export function programPath(given: string | undefined, own: string): string {
  try {
    return given !== undefined && realpathSync(given) === own ? given : own;
  } catch {
    return own;
  }
}
