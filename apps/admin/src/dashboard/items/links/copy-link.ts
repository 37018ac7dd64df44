import { notify } from '../notices';

/** Copies a link, and says so. @param copied what the notice says */
export async function copyLink(link: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    notify({ text: copied, timeout: 2_500 });
  } catch {
    // Clipboard access needs HTTPS and permission. Show the link, so that the user can copy it.
    notify({ text: link, timeout: false });
  }
}
