/** A source as visitors may open it: its passages in order. */
export interface SourcePage {
  id: string
  slug: string
  title: string
  passages: SourcePagePassage[]
  /** Its whole text as Markdown. */
  markdown: string
  /** Its address elsewhere, and the path of the uploaded file where its owner offers it. */
  url: string | null
  original: string | null
  /** Search engines may show it. */
  isListed: boolean
}

export interface SourcePagePassage {
  position: number
  content: string
  headingPath: string[]
  /** "page 12", "slide 3"; null where the source has neither. */
  place: string | null
  images: SourcePageImage[]
}

/** An image of a document, as a passage shows it. */
export interface SourcePageImage {
  number: number
  path: string
  /** Text alternative; '' where the document has none. */
  alt: string
  width: number
  height: number
  /** Position in the passage's text: it is shown behind the block that is there. */
  at: number
}

/** Id of a passage's element on the source's page. */
export const passageAnchor = (position: number): string => `s-${position}`

/** Public path of an image of a document. */
export const sourceImagePath = (workspaceId: string, slug: string, imageNumber: number): string =>
  `/files/workspaces/${workspaceId}/sources/${slug}/images/${imageNumber}.webp`

/** Public download path of a file that its owner offers. */
export const originalPath = (workspaceId: string, slug: string): string =>
  `/files/workspaces/${workspaceId}/originals/${slug}`
