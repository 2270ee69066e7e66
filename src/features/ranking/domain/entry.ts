/** A searchable entry: a FAQ with its phrasings, or a passage of a document with its title as the question. */
export type EntryKind = 'faq' | 'passage'

/** The text of an entry as the ranking reads it. */
export interface EntryText {
  language: string
  question: string
  alternatives: string[]
  body: string
}

/** One searchable chunk. `chunk_id` identifies it within the workspace; `source_id` names what it was taken from. */
export interface IndexEntry extends EntryText {
  chunk_id: string
  kind: EntryKind
  source_id: string
}
