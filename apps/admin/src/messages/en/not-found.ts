export const notFound = {
  title: 'Page not found',
  body: 'Check the URL, or go to your inbox.',
  home: 'Go to inbox',
};
