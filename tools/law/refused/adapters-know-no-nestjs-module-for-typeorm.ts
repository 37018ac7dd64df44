// at libs/postgres/src/example.ts
// refused by @nx/enforce-module-boundaries
export { InjectRepository } from '@nestjs/typeorm';
