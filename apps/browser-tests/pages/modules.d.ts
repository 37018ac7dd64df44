declare module 'react-18' {
  import React from 'react';
  export = React;
}
declare module 'react-dom-18/client' {
  export * from 'react-dom/client';
}
declare module '*.svelte' {
  export { SvelteComponent as default } from 'svelte';
}
