import { UndoStack } from './undo-stack';

describe('UndoStack', () => {
  it('returns the latest step first, each once', () => {
    const stack = new UndoStack<string>();
    stack.push('a');
    stack.push('b');
    expect([stack.pop(), stack.pop(), stack.pop()]).toEqual(['b', 'a', undefined]);
  });

  it('skips removed steps', () => {
    const stack = new UndoStack<string>();
    for (const step of ['a', 'b', 'c']) stack.push(step);
    stack.remove('c');
    stack.remove('b');
    expect(stack.pop()).toBe('a');
  });

  it('puts a step in the place of another one, or last if that was taken', () => {
    const stack = new UndoStack<string>();
    for (const step of ['a', 'b', 'c']) stack.push(step);
    stack.replace('b', 'B');
    stack.replace('b', 'D');
    expect([stack.pop(), stack.pop(), stack.pop(), stack.pop()]).toEqual(['D', 'c', 'B', 'a']);
  });

  it('keeps the last 50 steps', () => {
    const stack = new UndoStack<number>();
    const steps = Array.from({ length: 51 }, (_, step) => step);
    steps.forEach((step) => stack.push(step));
    expect(steps.map(() => stack.pop())).toEqual([...steps.slice(1).reverse(), undefined]);
  });
});
