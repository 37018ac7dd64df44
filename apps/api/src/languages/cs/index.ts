export { form } from './form';
export { pages } from './pages';
