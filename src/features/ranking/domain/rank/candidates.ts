/** Maximum number of entries that are ranked for a question, selected by their postings. */
export const MAX_CANDIDATES = 200
/** A synonym brings an entry in, but rarely before one that has the word itself. */
export const SYNONYM_WEIGHT = 0.3
/** A workspace of at most this many entries is ranked in full, with exact statistics. */
export const MAX_SMALL_WORKSPACE = 256
