declare module 'word-extractor/lib/buffer-reader.js' {
  /** Gives the bytes of a file to an extractor. */
  export default class BufferReader {
    constructor(bytes: Buffer)
    open(): Promise<void>
  }
}

declare module 'word-extractor/lib/word-ole-extractor.js' {
  interface WordDocument {
    getBody(): string
    getTextboxes(options?: { includeHeadersAndFooters?: boolean; includeBody?: boolean }): string
    getFootnotes(): string
    getEndnotes(): string
    getHeaders(options?: { includeFooters?: boolean }): string
    getFooters(): string
    getAnnotations(): string
  }
  export default class WordOleExtractor {
    /** Parts of the text in their order. */
    protected _pieces: { text: string }[]
    extract(reader: import('word-extractor/lib/buffer-reader.js').default): Promise<WordDocument>
    /** Puts the document together when all pieces are read. */
    protected buildDocument(): WordDocument
  }
}
