import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocusOfButtons } from '../ui/focus/keep-focus';
import { App } from './app';

const root = document.getElementById('root')!;
const splash = document.getElementById('splash')!;
// Not in CSS: with `#root:has()`, each element that appears in the page would give all others new styles.
new MutationObserver(() => {
  splash.hidden = root.querySelector(':scope > :not(style)') !== null;
}).observe(root, { childList: true });

keepFocusOfButtons();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
