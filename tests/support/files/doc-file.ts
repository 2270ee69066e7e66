// A Word 97 document, written by hand after [MS-DOC] and [MS-CFB]: a container with the three streams that hold a text.

const SECTOR = 512
const END = 0xfffffffe
const FREE = 0xffffffff
const FAT = 0xfffffffd
/** Streams below this size would belong into a container within the container. */
const LARGE = 4096

const padded = (bytes: Buffer, to: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.ceil(bytes.length / to) * to - bytes.length)])

function entry(options: {
  name: string
  type: number
  child?: number
  left?: number
  right?: number
  start: number
  size: number
}): Buffer {
  const bytes = Buffer.alloc(128)
  const name = Buffer.from(`${options.name}\0`, 'utf16le')
  name.copy(bytes)
  bytes.writeUInt16LE(name.length, 64)
  bytes[66] = options.type
  bytes[67] = 1
  bytes.writeUInt32LE(options.left ?? FREE, 68)
  bytes.writeUInt32LE(options.right ?? FREE, 72)
  bytes.writeUInt32LE(options.child ?? FREE, 76)
  bytes.writeUInt32LE(options.start, 116)
  bytes.writeUInt32LE(options.size, 120)
  return bytes
}

/** A compound file with two streams. */
function container(streams: [name: string, bytes: Buffer][]): Buffer {
  const chains = streams.map(([, bytes]) => padded(bytes, SECTOR).length / SECTOR)
  // One sector for the table of sectors, one for the directory, then the streams.
  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(FAT, 0)
  table.writeUInt32LE(END, 4)
  let position = 2
  const starts = chains.map((length) => {
    const start = position
    for (let index = 0; index < length; index++, position++)
      table.writeUInt32LE(index === length - 1 ? END : position + 1, position * 4)
    return start
  })
  const [first, second] = streams
  const directory = Buffer.concat([
    entry({ name: 'Root Entry', type: 5, child: 1, start: END, size: 0 }),
    entry({ name: first?.[0] ?? '', type: 2, right: 2, start: starts[0] ?? 0, size: first?.[1].length ?? 0 }),
    entry({ name: second?.[0] ?? '', type: 2, start: starts[1] ?? 0, size: second?.[1].length ?? 0 }),
  ])
  const header = Buffer.alloc(SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(LARGE, 56)
  header.writeUInt32LE(END, 60)
  header.writeUInt32LE(END, 68)
  for (let index = 0; index < 109; index++) header.writeUInt32LE(index === 0 ? 0 : FREE, 76 + index * 4)
  return Buffer.concat([header, table, padded(directory, SECTOR), ...streams.map(([, bytes]) => padded(bytes, SECTOR))])
}

const FIB_SIZE = 898
const TEXT_AT = 1024

const PAGE = 512
/** Properties of a paragraph of the text, of one in a cell, and of the mark that ends a row of a table. */
const PROPERTIES = {
  text: { at: 470, bytes: [2, 0, 0, 0] },
  cell: { at: 480, bytes: [3, 0, 0, 0x16, 0x24, 1] },
  row: { at: 490, bytes: [3, 0, 0, 0x17, 0x24, 1] },
}

interface Paragraph {
  kind: keyof typeof PROPERTIES
  text: string
}

/** A page with the properties of paragraphs. */
function propertiesPage(paragraphs: readonly Paragraph[]): Buffer {
  const page = Buffer.alloc(PAGE)
  let position = TEXT_AT
  page.writeUInt32LE(position, 0)
  for (const [index, { kind, text }] of paragraphs.entries()) {
    position += text.length * 2
    page.writeUInt32LE(position, (index + 1) * 4)
    page[(paragraphs.length + 1) * 4 + index * 13] = PROPERTIES[kind].at / 2
  }
  for (const { at, bytes } of Object.values(PROPERTIES)) Buffer.from(bytes).copy(page, at)
  page[PAGE - 1] = paragraphs.length
  return page
}

const paragraphsOf = (block: string | string[]): Paragraph[] =>
  typeof block === 'string'
    ? [{ kind: 'text', text: `${block}\r` }]
    : [...block.map((cell) => ({ kind: 'cell' as const, text: `${cell}\x07` })), { kind: 'row', text: '\x07' }]

/**
 * Creates a DOC file with these paragraphs, and rows of tables with their cells, in UTF-16, as Word does for non-Western
 * text.
 */
export function doc(blocks: (string | string[])[]): Buffer {
  const paragraphs = blocks.flatMap(paragraphsOf)
  const text = paragraphs.map((paragraph) => paragraph.text).join('')
  const bytes = Buffer.from(text, 'utf16le')
  const hasTables = blocks.some((block) => typeof block !== 'string')
  const pageAt = Math.ceil((TEXT_AT + bytes.length) / PAGE) * PAGE
  const main = Buffer.alloc(Math.max(LARGE, pageAt + PAGE))
  bytes.copy(main, TEXT_AT)
  if (hasTables) propertiesPage(paragraphs).copy(main, pageAt)
  // The page with the properties of all paragraphs.
  const pages = Buffer.alloc(12)
  pages.writeUInt32LE(TEXT_AT, 0)
  pages.writeUInt32LE(TEXT_AT + bytes.length, 4)
  pages.writeUInt32LE(pageAt / PAGE, 8)
  // The piece table: one piece, which is the whole text.
  const plc = Buffer.alloc(4 + 4 + 8)
  plc.writeUInt32LE(0, 0)
  plc.writeUInt32LE(text.length, 4)
  plc.writeUInt32LE(TEXT_AT, 10)
  const clx = Buffer.concat([Buffer.from([2, 0, 0, 0, 0]), plc])
  clx.writeUInt32LE(plc.length, 1)
  const tables = padded(Buffer.concat([clx, pages]), LARGE)
  // The file information block: file type, text length, and offset of the piece table.
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0x00c1, 2)
  main.writeUInt16LE(0x0409, 6)
  main.writeUInt16LE(0x1200, 10)
  main.writeUInt16LE(0x00bf, 12)
  main.writeUInt32LE(TEXT_AT, 24)
  main.writeUInt32LE(TEXT_AT + bytes.length, 28)
  main.writeUInt16LE(14, 32)
  main.writeUInt16LE(22, 62)
  main.writeUInt32LE(TEXT_AT + bytes.length, 64)
  main.writeUInt32LE(text.length, 76)
  main.writeUInt16LE(93, 152)
  main.writeUInt32LE(0, 0x1a2)
  main.writeUInt32LE(clx.length, 0x1a6)
  if (hasTables) {
    main.writeUInt32LE(clx.length, 0x102)
    main.writeUInt32LE(pages.length, 0x106)
  }
  if (FIB_SIZE > TEXT_AT) throw new Error('the text would overwrite the information block')
  return container([
    ['WordDocument', main],
    ['1Table', tables],
  ])
}
