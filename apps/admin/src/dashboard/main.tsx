import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocusOfButtons } from '../ui/focus/keep-focus';
import { App, router } from './app';

const root = document.getElementById('root')!;
const splash = document.getElementById('splash')!;
// Not in CSS: with `#root:has()`, each element that appears in the page would give all others new styles.
new MutationObserver(() => {
  splash.hidden = root.querySelector(':scope > :not(style)') !== null;
}).observe(root, { childList: true });

keepFocusOfButtons();
// With its first page, which React then renders at once. Later pages are transitions: rendered in slices, which take a
// slow browser twice as long, because it draws frames in between.
const stopWaiting = router.subscribe(renderIfInitialized);
renderIfInitialized();

function renderIfInitialized(): void {
  if (!router.state.initialized) return;
  stopWaiting();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
