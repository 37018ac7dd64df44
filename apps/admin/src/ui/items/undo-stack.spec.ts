import { UndoStack } from './undo-stack';

const step = (isOver = false) => ({ run: () => {}, isOver: () => isOver });

describe('UndoStack', () => {
  it('gives the latest step first, each once', () => {
    const stack = new UndoStack();
    const [a, b] = [step(), step()];
    stack.push(a);
    stack.push(b);
    expect([stack.pop(), stack.pop(), stack.pop()]).toEqual([b, a, undefined]);
  });

  it('steps over what is final, and what was taken back already', () => {
    const stack = new UndoStack();
    const [a, b] = [step(), step()];
    for (const one of [a, b, step(true)]) stack.push(one);
    stack.forget(b);
    expect(stack.pop()).toBe(a);
  });

  it('remembers fifty steps', () => {
    const stack = new UndoStack();
    const steps = Array.from({ length: 51 }, () => step());
    steps.forEach((one) => stack.push(one));
    expect(steps.map(() => stack.pop()).filter(Boolean)).toEqual(steps.slice(1).reverse());
  });
});
