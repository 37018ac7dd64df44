export const page = document;

/** `<script src="…/widget.js" data-slug="acme" async></script>`: a classic script, because modules have no `currentScript`. */
export const script = page.currentScript as HTMLScriptElement;

export const {
  slug,
  label = 'Feedback',
  position = 'bottom-right',
  color: ownColor,
  email: knownEmail = '',
} = script.dataset;
