/** A text in small letters and without accents, as readers give their words; its length stays the same. */
export const foldText = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{L}/gu, (letter) => letter.normalize('NFD')[0]!)

/** Words of a list, folded. */
export const foldedWords = (wordList: string): ReadonlySet<string> =>
  new Set(
    foldText(wordList)
      .split(/\s+/u)
      .filter((word) => word !== ''),
  )
