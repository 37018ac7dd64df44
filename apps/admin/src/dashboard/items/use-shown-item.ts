import { useState } from 'react';

/**
 * The open item, or the one that is about to open: its row or card shows that before the panel is rendered, and keys that
 * follow apply to it.
 * @param open ID of the item in the URL
 * @returns its ID, and a function to call with the ID before the URL changes, or with null if nothing opens
 */
export function useShownItem(open: string | null) {
  const [opening, setOpening] = useState<string | null>(null);
  const [knownOpen, setKnownOpen] = useState(open);
  if (knownOpen !== open) {
    setKnownOpen(open);
    setOpening(null);
  }
  return [opening ?? open, setOpening] as const;
}
