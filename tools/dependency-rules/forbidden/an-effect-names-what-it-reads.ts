// at apps/admin/src/dashboard/pages/inbox/use-example.ts
// forbidden by react-hooks/exhaustive-deps
import { useEffect } from 'react';

export function useExample(title: string): void {
  useEffect(() => {
    document.title = title;
  }, []);
}
