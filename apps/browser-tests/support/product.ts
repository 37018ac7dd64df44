export { Product } from '@tools/testing';
