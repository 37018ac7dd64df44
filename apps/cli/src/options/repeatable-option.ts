import { Option } from 'commander';

/** An option that can be given more than once. Its value is the list of all values. */
export class RepeatableOption extends Option {
  constructor(flags: string, description: string) {
    super(flags, description);
    this.argParser((value: string, earlier: readonly string[] = []) => [...earlier, value]);
  }
}
