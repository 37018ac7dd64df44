import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepFocusOfButtons } from '../ui/focus/keep-focus';
import { App } from './app';

keepFocusOfButtons();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
