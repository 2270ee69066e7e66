declare module 'snowball-stemmers' {
  interface Stemmer {
    stem(word: string): string
  }
  const snowball: {
    /** Throws for a name that is not in `algorithms()`. */
    newStemmer(algorithm: string): Stemmer
    algorithms(): string[]
  }
  export default snowball
}
