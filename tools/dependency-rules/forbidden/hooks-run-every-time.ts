// at apps/admin/src/dashboard/pages/inbox/use-example.ts
// forbidden by react-hooks/rules-of-hooks
import { useState } from 'react';

export function useExample(isOpen: boolean): boolean {
  if (!isOpen) return false;
  return useState(true)[0];
}
