export { follow } from './follow';
export { form } from './form';
export { mail } from './mail';
export { pages } from './pages';
