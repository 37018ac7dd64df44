import { mount } from 'svelte';
import Page from './page.svelte';
import { renderedPage, start } from './page';

/** Renders the content of the body again. */
void start().then(() => {
  const target = document.querySelector('#app')!;
  target.replaceChildren();
  mount(Page, { target, props: renderedPage() });
});
