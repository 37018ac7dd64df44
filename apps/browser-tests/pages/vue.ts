import { createSSRApp, h, ref } from 'vue';
import { clicked, renderedPage, start } from './page';

/** Hydrates the content of the body. */
const app = createSSRApp({
  setup() {
    const count = ref(0);
    const { title } = renderedPage();
    return () =>
      h('main', [
        h('h1', title),
        h('button', { onClick: () => count.value++ }, clicked(count.value)),
        h('div', { id: 'roadmap' }),
      ]);
  },
});
void start().then(() => app.mount('#app'));
