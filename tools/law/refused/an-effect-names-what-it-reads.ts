// at apps/admin/src/pages/inbox/use-example.ts
// refused by react-hooks/exhaustive-deps
import { useEffect } from 'react';

export function useExample(title: string): void {
  useEffect(() => {
    document.title = title;
  }, []);
}
