/** The k1 of BM25: how soon a repeated term stops adding. */
export const K1 = 1.5

/** Term frequency with diminishing returns, in 0…K1 + 1 (BM25, Robertson et al. 1994). */
export const saturate = (frequency: number): number => (frequency * (K1 + 1)) / (K1 + frequency)

/** Length normalization of BM25: 1 at the average length. */
export const lengthNorm = (b: number, fieldLength: number, averageLength: number): number =>
  1 - b + (b * fieldLength) / Math.max(averageLength, 1e-6)

/** Inverse document frequency after Robertson and Spärck Jones, kept above zero as in Lucene. */
export const inverseDocumentFrequency = (frequency: number, documents: number): number =>
  Math.log(1 + (documents - Math.min(frequency, documents) + 0.5) / (Math.min(frequency, documents) + 0.5))
