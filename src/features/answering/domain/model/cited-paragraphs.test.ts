import { describe, expect, it } from 'vitest'
import { CitedParagraphs } from './cited-paragraphs.ts'
import { SentenceStream } from './sentence-stream.ts'

function citedIn(text: string): [string, number[]][] {
  const sentences = new SentenceStream()
  const paragraphs = new CitedParagraphs(3)
  const released = [...sentences.push(text), sentences.end()].flatMap((sentence) => paragraphs.push(sentence))
  return [...released, ...paragraphs.end()].map((sentence) => [sentence.text.trim(), sentence.cited])
}

describe('the text that a citation covers', () => {
  it('is the paragraph when it is at its end', () => {
    expect(citedIn('One. Two. Three [1].')).toEqual([
      ['One.', [1]],
      ['Two.', [1]],
      ['Three [1].', [1]],
    ])
  })

  it('does not include the next paragraph', () => {
    expect(citedIn('One [1].\n\nTwo.\n\nThree [2].')).toEqual([
      ['One [1].', [1]],
      ['Two.', []],
      ['Three [2].', [2]],
    ])
  })

  it('is the first steps of a list and the line before it', () => {
    expect(citedIn('To cancel:\n\n1. Open Billing.\n2. Press Cancel [2].\n3. Confirm.')).toEqual([
      ['To cancel:', [2]],
      ['1. Open Billing.', [2]],
      ['2. Press Cancel [2].', [2]],
      ['3. Confirm.', [2]],
    ])
  })

  it('is the list when it is in the line before it', () => {
    expect(citedIn('To cancel [1]:\n1. Open Billing.\n\n2. Press Cancel.')).toEqual([
      ['To cancel [1]:', [1]],
      ['1. Open Billing.', [1]],
      ['2. Press Cancel.', [1]],
    ])
  })

  it('is one sentence when each sentence has its own', () => {
    expect(citedIn('One [1]. Two【2】. Three [1][3].')).toEqual([
      ['One [1].', [1]],
      ['Two【2】.', [2]],
      ['Three [1][3].', [1, 3]],
    ])
  })
})
