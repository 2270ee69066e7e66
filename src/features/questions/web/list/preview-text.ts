const PREVIEW_MAX = 400

/** The start of an answer without signs of markup. The parser of markup is too large for this screen. */
export const previewText = (markup: string): string =>
  markup
    .slice(0, PREVIEW_MAX)
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^\s*#{1,6}\s/gm, ' ')
    .replace(/[*`]+/g, '')
    .replace(/[|\s]+/g, ' ')
    .trim()
