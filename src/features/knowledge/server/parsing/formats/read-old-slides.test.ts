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

it('a PPT file contains the texts of the masters that its slides show and their footers, once, without prompts', () => {
  const box = (text: string, ...others: Buffer[]) =>
    container(0xf004, [...others, container(0xf00d, [record(0x0fa8, Buffer.from(text))])])
  const prompt = container(0xf011, [record(0x0bc3, Buffer.alloc(8))])
  const master = (text: string) => container(0x03f8, [container(0x040c, [box('Click to edit', prompt), box(text)])])
  const slideOf = (text: string, id: number) => {
    const atom = Buffer.alloc(24)
    atom.writeUInt32LE(id, 12)
    atom.writeUInt16LE(1, 20)
    const flags = record(0x0fda, Buffer.from([0, 0, 4, 0]))
    const edges = container(0x0fd9, [flags, string('1 April', 0), string('Until May', 2)])
    return container(0x03ee, [record(0x03ef, atom), box(text), edges])
  }
  const parts = [slideOf('One', 7), slideOf('Two', 7), master('Woven by hand'), master('Not in use')]
  const offsets = parts.map((_, index) => Buffer.concat(parts.slice(0, index)).length)
  const listed = (index: number, id = 0) =>
    record(0x03f3, Buffer.concat([number(index), number(0), number(0), number(id), number(0)]))
  const lists = [container(0x0ff0, [listed(1), listed(2)]), container(0x0ff0, [listed(3, 7), listed(4, 8)], 1)]
  const directory = record(0x1772, Buffer.concat([number((4 << 20) | 1), ...offsets.map(number)]))
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, 'PowerPoint Document', Buffer.concat([...parts, container(0x03e8, lists), directory]))
  const { text } = readOldSlides(CFB.write(file, { type: 'buffer' }) as Buffer)
  expect(text).toBe('\f1\n## One\n\n\f2\n## Two\n\nWoven by hand\n\nFooter: 1 April Until May')
})
