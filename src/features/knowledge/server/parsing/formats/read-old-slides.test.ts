import CFB from 'cfb'
import { expect, it } from 'vitest'
import { readOldSlides } from './read-old-slides.ts'

const record = (type: number, body: Buffer, head = 0): Buffer => {
  const start = Buffer.alloc(8)
  start.writeUInt16LE(head, 0)
  start.writeUInt16LE(type, 2)
  start.writeUInt32LE(body.length, 4)
  return Buffer.concat([start, body])
}
const container = (type: number, children: Buffer[], instance = 0) =>
  record(type, Buffer.concat(children), (instance << 4) | 0xf)
const string = (text: string, instance: number) => record(0x0fba, Buffer.from(text, 'utf16le'), instance << 4)
const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

it('a PPT file contains the comments of its slides and its footer', () => {
  const comment = container(0x2ee0, [string('Ada', 0), string('Check this', 1)])
  const title = record(0x0fa8, Buffer.from('Title'))
  const slide = container(0x03ee, [container(0xf00d, [title]), record(0x138b, comment)])
  const list = container(0x0ff0, [record(0x03f3, number(1))])
  const edges = container(0x0fd9, [string('Shop', 2)], 3)
  const directory = record(0x1772, Buffer.concat([number((1 << 20) | 1), number(0)]))
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, 'PowerPoint Document', Buffer.concat([slide, container(0x03e8, [list, edges]), directory]))
  const { text } = readOldSlides(CFB.write(file, { type: 'buffer' }) as Buffer)
  expect(text).toBe('\f1\n## Title\n\n- Comment: Check this\n\nFooter: Shop')
})
