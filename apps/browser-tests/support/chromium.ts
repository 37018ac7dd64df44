export * from '@tools/testing/browser';
