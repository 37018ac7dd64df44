export const notFound = {
  title: 'Page not found',
  body: 'Check the URL.',
  home: 'Go to inbox',
};
