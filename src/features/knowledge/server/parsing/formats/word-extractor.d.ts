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
    /** Parts of the text in their order, with their positions in the file and the bytes of a character. */
    protected _pieces: { text: string; startFilePos: number; endFilePos: number; bpc: number }[]
    extract(reader: import('word-extractor/lib/buffer-reader.js').default): Promise<WordDocument>
    /** Replaces the marks that end rows by line breaks. */
    protected writeParagraphProperties(file: Buffer, tables: Buffer): void
    /** Puts the document together when all pieces are read. */
    protected buildDocument(): WordDocument
  }
}
