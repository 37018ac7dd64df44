// at libs/postgres/src/example.ts
// forbidden by @nx/enforce-module-boundaries
export { InjectRepository } from '@nestjs/typeorm';
