const LIST_TAG = /<(\/?)(ul|ol|li)(?:\s[^<>]{0,2000})?>\s*/giu

/** Writes the lists that a Markdown text has as HTML in Markdown. */
export function listsToMarkdown(markdown: string): string {
  const listMarkers: string[] = []
  return markdown.replace(LIST_TAG, (_, slash: string, tagName: string) => {
    const isClosingTag = slash !== ''
    if (tagName.toLowerCase() === 'li')
      return isClosingTag ? '' : `\n${'   '.repeat(Math.max(0, listMarkers.length - 1))}${listMarkers.at(-1) ?? '-'} `
    const isOutermost = listMarkers.length === (isClosingTag ? 1 : 0)
    if (isClosingTag) listMarkers.pop()
    else listMarkers.push(tagName.toLowerCase() === 'ol' ? '1.' : '-')
    return isOutermost ? '\n\n' : ''
  })
}
