// at apps/api/src/http/example.ts
// forbidden by no-console
console.log('here');
