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
const textBytes = (storedText: string): number => (/[^\0-\xff]/.test(storedText) ? 2 : 1) * storedText.length

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
    const packedEntry = packEntry(
      prepared,
      words.map((token) => this.tokens.use(token, entry.language)),
    )
    const blockAddress = this.#blocks.allocate(packedEntry.length)
    this.#blocks.page(blockAddress).set(packedEntry, this.#blocks.offset(blockAddress))
    const slot = this.#free.pop() ?? this.#texts.length
    this.#addresses = withRoomFor(this.#addresses, slot)
    this.#addresses[slot] = blockAddress
    this.#chunkIds[slot] = entry.chunk_id
    this.#texts[slot] = packText(entry)
    this.#textBytes += textBytes(entry.chunk_id) + textBytes(this.#texts[slot])
    return slot
  }

  chunkId(slot: number): string {
    return this.#chunkIds[slot]!
  }

  sourceId(slot: number): string {
    const storedText = this.#texts[slot]!
    const sourceStart = storedText.indexOf(SEPARATOR) + 1
    return storedText.slice(sourceStart, storedText.indexOf(SEPARATOR, sourceStart))
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
    const blockAddress = this.#addresses[slot]!
    return fingerprintOf(this.#blocks.page(blockAddress), this.#blocks.offset(blockAddress))
  }

  /** Reads the words of a slot's entry into an object that is used for one entry after the other. */
  read(slot: number, targetEntry: PackedEntry): PackedEntry {
    const blockAddress = this.#addresses[slot]!
    targetEntry.read(
      this.#blocks.page(blockAddress),
      this.#blocks.shorts(blockAddress),
      this.#blocks.offset(blockAddress),
    )
    return targetEntry
  }

  remove(slot: number): void {
    const { language } = this.entry(slot)
    const packedEntry = this.read(slot, new PackedEntry())
    for (let wordIndex = 0; wordIndex < packedEntry.words; wordIndex++)
      this.tokens.release(packedEntry.token(wordIndex), language)
    const blockAddress = this.#addresses[slot]!
    this.#blocks.free(blockAddress, packedLength(this.#blocks.page(blockAddress), this.#blocks.offset(blockAddress)))
    this.#textBytes -= textBytes(this.#chunkIds[slot]!) + textBytes(this.#texts[slot]!)
    this.#chunkIds[slot] = ''
    this.#texts[slot] = ''
    this.#free.push(slot)
  }
}
