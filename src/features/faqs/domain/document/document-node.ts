/** A node of the editor's document, as ProseMirror writes it as JSON. */
export interface DocumentNode {
  type: string
  attrs?: Record<string, unknown>
  content?: DocumentNode[]
  marks?: DocumentMark[]
  text?: string
}

export interface DocumentMark {
  type: string
  attrs?: Record<string, unknown>
}

/** Names of the marks; `code` is on text alone, as in Markdown. */
export const MARK_TYPES = { strong: 'bold', emphasis: 'italic', link: 'link', code: 'code' } as const
