// at libs/feedback/src/items/feedback.use-cases.ts
// forbidden by @typescript-eslint/switch-exhaustiveness-check
export function isOpen(status: 'open' | 'closed'): boolean {
  switch (status) {
    case 'open':
      return true;
  }
  return false;
}
