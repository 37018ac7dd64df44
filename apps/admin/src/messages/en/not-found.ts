export const notFound = {
  title: 'There is nothing here',
  body: 'The address may be mistyped, or the page has moved.',
  home: 'Go to the inbox',
};
