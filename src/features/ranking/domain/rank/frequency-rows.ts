import { inverseDocumentFrequency, K1 } from './formulas.ts'

/** Saturated frequencies, with a row for each candidate and a column for each thing that is counted. */
export class FrequencyRows {
  readonly #frequencies: Float64Array
  readonly #rowCount: number
  /** Number of rows with each column. */
  readonly #columnUses: Float64Array

  constructor(rowCount: number, columnCount: number) {
    this.#frequencies = new Float64Array(rowCount * columnCount)
    this.#rowCount = rowCount
    this.#columnUses = new Float64Array(columnCount)
  }

  /** Sets a frequency above 0, once. */
  set(rowIndex: number, columnIndex: number, frequency: number): void {
    this.#frequencies[rowIndex * this.#columnUses.length + columnIndex] = frequency
    this.#columnUses[columnIndex]!++
  }

  /**
   * Weighs the frequencies of each row by their idf over the candidates, as a share of a perfect match. In a small
   * workspace the candidates are all entries; in a large one they separate entries better than the global word
   * frequencies (MRR@10 .899 instead of .886 on passages).
   * @param columnWeights frequencies in the question
   */
  fits(columnWeights?: Float64Array): Float64Array {
    const frequencies = this.#frequencies
    const columnCount = this.#columnUses.length
    let idfMass = 0
    const idf = this.#columnUses.map((rowsWithColumn, columnIndex) => {
      const columnWeight = columnWeights ? columnWeights[columnIndex]! : 1
      const columnIdf = inverseDocumentFrequency(rowsWithColumn, this.#rowCount) * columnWeight
      idfMass += columnIdf
      return columnIdf
    })
    const perfectFit = idfMass * (K1 + 1) || 1
    const fits = new Float64Array(this.#rowCount)
    for (let rowIndex = 0, place = 0; rowIndex < fits.length; rowIndex++) {
      let weightedSum = 0
      for (let columnIndex = 0; columnIndex < columnCount; columnIndex++)
        weightedSum += frequencies[place++]! * idf[columnIndex]!
      fits[rowIndex] = weightedSum / perfectFit
    }
    return fits
  }
}
