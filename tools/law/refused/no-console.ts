// at apps/api/src/http/example.ts
// refused by no-console
console.log('here');
