import type { EntryKind, IndexEntry } from '../entry.ts'
import type { PreparedEntry } from '../rank/prepared.ts'
import { type Blocks, withRoomFor } from './blocks.ts'
import { fingerprintOf, PackedEntry, packEntry, packedLength } from './packed-entry.ts'
import { TokenTable } from './token-table.ts'

/** The database stores no NUL. */
const SEPARATOR = '\u0000'
/** Overhead of an entry's two strings in bytes: object headers, references, address and number. */
const SLOT_BYTES = 2 * (24 + 8) + 4

const packText = ({ kind, source_id, language, question, body, alternatives }: IndexEntry): string =>
  [kind, source_id, language, question, body, ...alternatives].join(SEPARATOR)

/** A string takes one byte a character where all are Latin, otherwise two. */
const textBytes = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 : 1) * text.length

/** Entries in numbered slots, packed: two strings and one block each. Slots are used again. */
export class PackedEntries {
  readonly #blocks: Blocks
  readonly tokens: TokenTable
  readonly #chunkIds: string[] = []
  readonly #texts: string[] = []
  readonly #free: number[] = []
  #addresses = new Uint32Array(16)
  #textBytes = 0

  constructor(blocks: Blocks) {
    this.#blocks = blocks
    this.tokens = new TokenTable(blocks)
  }

  /** Without the blocks. */
  get bytes(): number {
    return this.tokens.bytes + this.#textBytes + this.#texts.length * SLOT_BYTES
  }

  /** Number of slots, including free ones. */
  get slots(): number {
    return this.#texts.length
  }

  /** @returns its slot */
  add(prepared: PreparedEntry): number {
    const { entry, words } = prepared
    const packed = packEntry(
      prepared,
      words.map((token) => this.tokens.use(token, entry.language)),
    )
    const address = this.#blocks.allocate(packed.length)
    this.#blocks.page(address).set(packed, this.#blocks.offset(address))
    const slot = this.#free.pop() ?? this.#texts.length
    this.#addresses = withRoomFor(this.#addresses, slot)
    this.#addresses[slot] = address
    this.#chunkIds[slot] = entry.chunk_id
    this.#texts[slot] = packText(entry)
    this.#textBytes += textBytes(entry.chunk_id) + textBytes(this.#texts[slot])
    return slot
  }

  chunkId(slot: number): string {
    return this.#chunkIds[slot]!
  }

  sourceId(slot: number): string {
    const text = this.#texts[slot]!
    const start = text.indexOf(SEPARATOR) + 1
    return text.slice(start, text.indexOf(SEPARATOR, start))
  }

  entry(slot: number): IndexEntry {
    const [kind, source_id, language, question, body, ...alternatives] = this.#texts[slot]!.split(SEPARATOR)
    return {
      chunk_id: this.#chunkIds[slot]!,
      kind: kind as EntryKind,
      source_id: source_id!,
      language: language!,
      question: question!,
      alternatives,
      body: body!,
    }
  }

  fingerprint(slot: number): number {
    const address = this.#addresses[slot]!
    return fingerprintOf(this.#blocks.page(address), this.#blocks.offset(address))
  }

  /** Reads the words of a slot's entry into an object that is used for one entry after the other. */
  read(slot: number, into: PackedEntry): PackedEntry {
    const address = this.#addresses[slot]!
    into.read(this.#blocks.page(address), this.#blocks.shorts(address), this.#blocks.offset(address))
    return into
  }

  remove(slot: number): void {
    const { language } = this.entry(slot)
    const packed = this.read(slot, new PackedEntry())
    for (let word = 0; word < packed.words; word++) this.tokens.release(packed.token(word), language)
    const address = this.#addresses[slot]!
    this.#blocks.free(address, packedLength(this.#blocks.page(address), this.#blocks.offset(address)))
    this.#textBytes -= textBytes(this.#chunkIds[slot]!) + textBytes(this.#texts[slot]!)
    this.#chunkIds[slot] = ''
    this.#texts[slot] = ''
    this.#free.push(slot)
  }
}
