import { byClass } from './shared.module';

class Sender {}
class Worker {}

describe('byClass', () => {
  it('provides each object by its class, and leaves out what is turned off', () => {
    const [sender, worker] = [new Sender(), new Worker()];
    expect(
      byClass([
        { sender, purge: null },
        { worker, job: undefined },
      ]),
    ).toEqual([
      { provide: Sender, useValue: sender },
      { provide: Worker, useValue: worker },
    ]);
  });

  it('rejects two objects of one class, of which only one could be injected', () => {
    expect(() => byClass([{ sender: new Sender() }, { other: new Sender() }])).toThrow(/Sender/);
  });
});
