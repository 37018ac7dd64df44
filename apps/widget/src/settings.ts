export const page = document;

/** `<script src="…/widget.js" data-slug="acme" async></script>`: a classic script, which knows its own element. */
export const script = page.currentScript as HTMLScriptElement;

// The page's author looks here; the page itself goes on as if nothing were.
export const {
  // eslint-disable-next-line no-console -- there is no other place to say it
  slug = console.error('no data-slug'),
  label = 'Feedback',
  position = 'bottom-right',
  color = '#3454d1',
  email: knownEmail = '',
} = script.dataset;
