import { highlightParts } from '../../domain/highlight.ts'

interface HighlightedProps {
  text: string
  query: string
}

/** A text with the words of a query marked. */
export const Highlighted = ({ text, query }: HighlightedProps) =>
  highlightParts(text, query).map((part, index) => (index % 2 ? <mark key={index}>{part}</mark> : part))
