/** A text in small letters and without accents, as readers give their words; its length stays the same. */
export const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => letter.normalize('NFD')[0]!)

/** Words of a list, folded. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    folded(text)
      .split(/\s+/u)
      .filter((word) => word !== ''),
  )
