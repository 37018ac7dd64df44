import { Controller, Get } from '@nestjs/common';
import { ApiKeyUseCases, type Caller } from '@libs/accounts';
import { ApiCaller, ForApiKey } from '../http/routes';
import { PublicUrls } from '../config';
import { keyJson } from './key.http';

/** Describes the API key of the request, for example to check a configuration. */
@Controller('api/v1/key')
export class KeyController {
  constructor(
    private readonly keys: ApiKeyUseCases,
    private readonly urls: PublicUrls,
  ) {}

  @Get()
  @ForApiKey(['full', 'read'])
  async describe(@ApiCaller() caller: Caller) {
    return { data: keyJson(await this.keys.describe(caller), this.urls) };
  }
}
