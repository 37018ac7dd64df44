import { Turns } from './turns';

describe('turns', () => {
  let log: string[];
  let finish: Map<string, () => void>;
  let turns: Turns;
  beforeEach(() => {
    log = [];
    finish = new Map();
    turns = new Turns(3, 2);
  });

  const work = (name: string) =>
    turns.inTurn(name[0]!, () => {
      log.push(name);
      return new Promise<void>((done) => finish.set(name, done));
    });
  const settle = () => new Promise((next) => setImmediate(next));
  const end = async (name: string) => {
    finish.get(name)!();
    await settle();
  };

  it('let so much run at once, so much of it for one account, and go on with whoever has least', async () => {
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(work);
    await settle();
    expect(log).toEqual(['a1', 'a2', 'b1']);
    await end('a1');
    expect(log.slice(3)).toEqual(['c1']);
    await end('b1');
    expect(log.slice(4)).toEqual(['b2']);
    await end('c1');
    expect(log.slice(5)).toEqual(['a3']);
    for (const name of ['a2', 'a3', 'b2', 'a4']) await end(name);
    await Promise.all(all);
    expect(log).toHaveLength(7);
  });

  it('go on after a failure, whose error comes through', async () => {
    turns = new Turns(1, 1);
    const failing = turns.inTurn('a', () => Promise.reject(new Error('no')));
    const next = turns.inTurn('a', () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
