import { plainPage } from '../http/pages/plain-page';

/** The page for unknown paths in a browser. It is the same for every path. */
export const NOT_FOUND_PAGE = plainPage(
  'Page not found',
  '<p>Check the URL, or go to the dashboard.</p><a href="/app">Go to dashboard</a>',
);
