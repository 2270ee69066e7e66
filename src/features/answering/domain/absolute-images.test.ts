import { expect, it } from 'vitest'
import { markupToHtml, parseMarkup } from '../../../kernel/markup.ts'
import { withAbsoluteImages } from './absolute-images.ts'

const PATH = '/files/images/018f0000-0000-7000-8000-000000000000/018f0000-0000-7000-8000-000000000001-640x480.webp'
const answer = `Press **this**:\n\n1. Here: ![The button](${PATH})`
const presented = (text: string) => {
  const blocks = parseMarkup(text)
  return { answer: text, answer_html: markupToHtml(blocks), blocks }
}

it('gives the images of an answer their whole address, in every form', () => {
  const absolute = withAbsoluteImages(presented(answer), 'https://help.example')
  expect(absolute.answer).toBe(answer.replace(PATH, `https://help.example${PATH}`))
  expect(absolute.answer_html).toContain(`<img src="https://help.example${PATH}" alt="The button" width="640"`)
  expect(JSON.stringify(absolute.blocks)).toContain(`"src":"https://help.example${PATH}"`)
})

it('leaves an answer without images as it is', () => {
  const plain = presented('Press **this**.')
  expect(withAbsoluteImages(plain, 'https://help.example')).toBe(plain)
})
