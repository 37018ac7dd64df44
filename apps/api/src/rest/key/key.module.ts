import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts.module';
import { CONFIG } from '../../shared.module';
import type { Config } from '../../config';
import { KeyController } from './key.controller';
import { FormAddresses } from './key.http';

@Module({
  imports: [AccountsModule],
  controllers: [KeyController],
  providers: [
    {
      provide: FormAddresses,
      inject: [CONFIG],
      useFactory: (config: Config) => new FormAddresses(config.PUBLIC_URL),
    },
  ],
})
export class KeyModule {}
