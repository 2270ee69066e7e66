const LIST_TAG = /<(\/?)(ul|ol|li)(?:\s[^<>]{0,2000})?>\s*/giu

/** Writes the lists that a Markdown text has as HTML in Markdown. */
export function listsToMarkdown(text: string): string {
  const signs: string[] = []
  return text.replace(LIST_TAG, (_, slash: string, name: string) => {
    const isEnd = slash !== ''
    if (name.toLowerCase() === 'li')
      return isEnd ? '' : `\n${'   '.repeat(Math.max(0, signs.length - 1))}${signs.at(-1) ?? '-'} `
    const isOutermost = signs.length === (isEnd ? 1 : 0)
    if (isEnd) signs.pop()
    else signs.push(name.toLowerCase() === 'ol' ? '1.' : '-')
    return isOutermost ? '\n\n' : ''
  })
}
