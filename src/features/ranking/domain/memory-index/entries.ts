import type { EntryKind, IndexEntry } from '../entry.ts'
import {
  countWords,
  type Phrasing,
  type PreparedEntry,
  phrasingsOf,
  totalOf,
  type WordCounts,
  type WordNumbers,
} from '../rank/prepared.ts'
import type { Token } from '../text/tokens.ts'
import { type Blocks, withPlace } from './blocks.ts'
import { TokenTable } from './token-table.ts'

/** Header of a block: counts of its parts, and precomputed values. */
const WORDS = 0
const SHORTS = 1
const ALTERNATIVES = 2
const SENTENCES = 3
const HEAD_CHARACTERS = 4
const BODY_CHARACTERS = 5
const GRAM_WORDS = 6
const FINGERPRINT = 7
const FINGERPRINT_PARTS = 3
const HEADER = FINGERPRINT + FINGERPRINT_PARTS

/** The database stores no NUL. */
const BETWEEN = '\u0000'
/** Overhead of a string in bytes: object header, reference, address and number. */
const SLOT_BYTES = 24 + 8 + 4

const packText = ({ chunk_id, kind, source_id, language, question, body, alternatives }: IndexEntry): string =>
  [chunk_id, kind, source_id, language, question, body, ...alternatives].join(BETWEEN)

function unpackText(text: string): IndexEntry {
  const [chunk_id, kind, source_id, language, question, body, ...alternatives] = text.split(BETWEEN)
  return {
    chunk_id: chunk_id!,
    kind: kind as EntryKind,
    source_id: source_id!,
    language: language!,
    question: question!,
    alternatives,
    body: body!,
  }
}

/** A string takes one byte a character where all are Latin, otherwise two. */
const textBytes = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length

/** An entry as it was packed; its text and what few candidates are asked for is unpacked when it is wanted. */
class UnpackedEntry implements PreparedEntry {
  readonly words: Token[]
  readonly question: WordNumbers
  readonly alternatives: WordNumbers[]
  readonly body: WordNumbers[]
  readonly characters: PreparedEntry['characters']
  readonly bodyGramWords: number
  readonly fingerprint: string
  readonly #text: string
  #entry: IndexEntry | undefined
  #phrasings: Phrasing[] | undefined
  #counts: WordCounts | undefined
  #lengths: PreparedEntry['lengths'] | undefined

  constructor(text: string, page: Uint32Array<ArrayBuffer>, offset: number, tokens: TokenTable) {
    this.#text = text
    const count = page[offset + WORDS]!
    this.words = new Array(count)
    for (let index = 0; index < count; index++) this.words[index] = tokens.token(page[offset + HEADER + index]!)
    // A copy: the block may be another entry's before this one has been read.
    const first = 2 * (offset + HEADER + count)
    const shorts = new Uint16Array(page.buffer).slice(first, first + page[offset + SHORTS]!)
    const alternatives = page[offset + ALTERNATIVES]!
    const sentences = page[offset + SENTENCES]!
    let list = 0
    let position = 1 + alternatives + sentences
    const next = () => {
      const length = shorts[list++]!
      position += length
      return shorts.subarray(position - length, position)
    }
    this.question = next()
    this.alternatives = Array.from({ length: alternatives }, next)
    this.body = Array.from({ length: sentences }, next)
    this.characters = { head: page[offset + HEAD_CHARACTERS]!, body: page[offset + BODY_CHARACTERS]! }
    this.bodyGramWords = page[offset + GRAM_WORDS]!
    this.fingerprint = page.subarray(offset + FINGERPRINT, offset + HEADER).join(':')
  }

  get entry(): IndexEntry {
    this.#entry ??= unpackText(this.#text)
    return this.#entry
  }

  get phrasings(): Phrasing[] {
    this.#phrasings ??= phrasingsOf([this.question, ...this.alternatives], this.words)
    return this.#phrasings
  }

  get counts(): WordCounts {
    this.#counts ??= countWords(this)
    return this.#counts
  }

  get lengths(): PreparedEntry['lengths'] {
    this.#lengths ??= {
      question: this.question.length,
      alternatives: totalOf(this.alternatives),
      body: totalOf(this.body),
    }
    return this.#lengths
  }
}

/** Prepared entries in numbered slots, packed: one string and one block each. Slots are used again. */
export class PackedEntries {
  readonly #blocks: Blocks
  readonly #tokens = new TokenTable()
  readonly #texts: (string | null)[] = []
  readonly #free: number[] = []
  #addresses = new Uint32Array(16)
  #textBytes = 0

  constructor(blocks: Blocks) {
    this.#blocks = blocks
  }

  /** Without the blocks. */
  get bytes(): number {
    return this.#tokens.bytes + this.#textBytes + this.#texts.length * SLOT_BYTES
  }

  /** Number of slots, including free ones. */
  get slots(): number {
    return this.#texts.length
  }

  /** @returns its slot */
  add(prepared: PreparedEntry): number {
    const { entry, words, question, alternatives, body, characters, bodyGramWords, fingerprint } = prepared
    const lists = [question, ...alternatives, ...body]
    const shorts = lists.length + totalOf(lists)
    const address = this.#blocks.allocate(sizeOf(words.length, shorts))
    const page = this.#blocks.page(address)
    const offset = this.#blocks.offset(address)
    page[offset + WORDS] = words.length
    page[offset + SHORTS] = shorts
    page[offset + ALTERNATIVES] = alternatives.length
    page[offset + SENTENCES] = body.length
    page[offset + HEAD_CHARACTERS] = characters.head
    page[offset + BODY_CHARACTERS] = characters.body
    page[offset + GRAM_WORDS] = bodyGramWords
    page.set(fingerprint.split(':').map(Number), offset + FINGERPRINT)
    words.forEach((token, index) => {
      page[offset + HEADER + index] = this.#tokens.use(token, entry.language)
    })
    const numbers = new Uint16Array(page.buffer, 4 * (offset + HEADER + words.length), shorts)
    let position = lists.length
    lists.forEach((list, index) => {
      numbers[index] = list.length
      numbers.set(list, position)
      position += list.length
    })
    const slot = this.#free.pop() ?? this.#texts.length
    this.#addresses = withPlace(this.#addresses, slot)
    this.#addresses[slot] = address
    this.#texts[slot] = packText(entry)
    this.#textBytes += textBytes(this.#texts[slot])
    return slot
  }

  at(slot: number): PreparedEntry {
    const address = this.#addresses[slot]!
    return new UnpackedEntry(this.#texts[slot]!, this.#blocks.page(address), this.#blocks.offset(address), this.#tokens)
  }

  remove(slot: number): void {
    const text = this.#texts[slot]!
    const { language } = unpackText(text)
    const address = this.#addresses[slot]!
    const page = this.#blocks.page(address)
    const offset = this.#blocks.offset(address)
    const count = page[offset + WORDS]!
    for (let index = 0; index < count; index++) this.#tokens.release(page[offset + HEADER + index]!, language)
    this.#blocks.free(address, sizeOf(count, page[offset + SHORTS]!))
    this.#texts[slot] = null
    this.#textBytes -= textBytes(text)
    this.#free.push(slot)
  }
}

const sizeOf = (words: number, shorts: number): number => HEADER + words + Math.ceil(shorts / 2)
