// at libs/postgres/src/example.ts
// refused by @nx/enforce-module-boundaries
import { Injectable } from '@nestjs/common';

@Injectable()
export class Repository {}
