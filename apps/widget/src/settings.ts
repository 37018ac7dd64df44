export const page = document;

/** `<script src="…/widget.js" data-slug="acme" async></script>`. A module has no `currentScript`. */
export const script = (page.currentScript || page.querySelector('script[data-slug]')) as HTMLScriptElement;

export const {
  slug,
  label = 'Feedback',
  position = 'bottom-right',
  color: ownColor,
  email: knownEmail = '',
  lang = '',
} = script.dataset;
