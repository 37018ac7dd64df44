/** The inline script of the page, which the browser runs before it has loaded any file. */
import { sendEarly } from './api/requests/early';

/** Sets the attribute that Mantine sets with the first frame. All styles would be computed twice then. */
function setColorScheme(): void {
  let scheme: string | null = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Without storage, the scheme is the one of the system.
  }
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset['mantineColorScheme'] = scheme;
}

sendEarly();
setColorScheme();
