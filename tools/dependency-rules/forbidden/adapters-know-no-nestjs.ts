// at libs/postgres/src/example.ts
// forbidden by @nx/enforce-module-boundaries
import { Injectable } from '@nestjs/common';

@Injectable()
export class Repository {}
