declare module 'word-extractor' {
  interface WordDocument {
    getBody(): string
    getTextboxes(options?: { includeHeadersAndFooters?: boolean; includeBody?: boolean }): string
    getFootnotes(): string
    getEndnotes(): string
    getHeaders(options?: { includeFooters?: boolean }): string
    getFooters(): string
    getAnnotations(): string
  }
  export default class WordExtractor {
    extract(source: string | Buffer): Promise<WordDocument>
  }
}
