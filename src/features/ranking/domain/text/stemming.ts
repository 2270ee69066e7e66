import snowball from 'snowball-stemmers'

const ALGORITHMS: Record<string, string> = {
  ar: 'arabic',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  nl: 'dutch',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  tr: 'turkish',
}

/** The Snowball stemmer of a language; words of other languages stay as they are. */
export function stemmerOf(language: string): (word: string) => string {
  const algorithm = ALGORITHMS[language]
  if (!algorithm) return (word) => word
  const snowballStemmer = snowball.newStemmer(algorithm)
  return (word) => snowballStemmer.stem(word)
}
