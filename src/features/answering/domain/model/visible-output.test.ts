import { describe, expect, it } from 'vitest'
import { VisibleOutput } from './visible-output.ts'

/** Returns what is visible after everything was pushed in pieces of `size` characters. */
function visibleOf(text: string, size: number): string {
  const output = new VisibleOutput()
  let visible = ''
  for (let index = 0; index < text.length; index += size) {
    const piece = output.push(text.slice(index, index + size))
    if (output.startsOver) visible = ''
    visible += piece
  }
  return visible + output.end()
}

describe.each([1, 2, 3, 7, 1000])('output in pieces of %i', (size) => {
  it.each([
    ['<think>The visitor wants a refund [1].</think>Refunds take 5 days [1].', 'Refunds take 5 days [1].'],
    ['Yes. <THINK>secret</THINK>No.', 'Yes. No.'],
    ['<thinking>secret', ''],
    ['secret reasoning [1].</think>Refunds take 5 days [1].', 'Refunds take 5 days [1].'],
    ['A <tool_call>{"name": "secret"}</tool_call>B', 'A B'],
    ['A <function=search>{"q": "secret"}</function>B', 'A B'],
    ['A <x:invoke name="secret">1</x:invoke>B', 'A B'],
    ['A [TOOL_CALLS] [{"name": "secret"}]\n\nB', 'A B'],
    ['A ```tool_code\nsecret()\n```B', 'A B'],
    ['<|channel|>analysis<|message|>secret<|end|><|start|>assistant<|channel|>final<|message|>Hello.', 'Hello.'],
    ['<|channel|>final<|message|>Hello.<|return|>', 'Hello.'],
    ['A<|im_end|>', 'A'],
    ['Press <b>Save</b> if 1 < 2 [1], then `a[0]`.', 'Press <b>Save</b> if 1 < 2 [1], then `a[0]`.'],
    ['```ts\nconst a = 1\n```', '```ts\nconst a = 1\n```'],
    ['I think <that> is it', 'I think <that> is it'],
  ])('%s', (text, visible) => expect(visibleOf(text, size)).toBe(visible))
})
