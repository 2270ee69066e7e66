import { formatNumber } from '../../../kernel/format.ts'
import type { MeaningReport } from '../contract.ts'

const entriesOf = (entryCount: number): string =>
  `${formatNumber(entryCount)} ${entryCount === 1 ? 'entry' : 'entries'}`

/** "240 of 312 entries". */
export const describeProgress = ({ understood, entries }: MeaningReport): string =>
  `${formatNumber(understood)} of ${entriesOf(entries)}`

/** State of the encoder, and entries that it leaves out; empty when there is nothing to say. */
export function describeState({
  state,
  missing_model: missing,
  entries,
  words_only: wordsOnly,
}: MeaningReport): string {
  if (missing)
    return `The model “${missing}” is missing on this server, so search uses words only. Its operator can download it with: npm run model:get -- ${missing}`
  if (state === 'off')
    return 'Search by meaning is off on this installation, so search uses words only. Its operator can turn it on with SEMANTIC.'
  if (state === 'unavailable')
    return 'The encoder is not available at the moment. It is tried again; until then, the other entries are found by their words.'
  if (state === 'running') return 'The encoder is running. The other entries are found by their words until it is done.'
  if (entries === 0) return 'FAQs and sources appear here once they are published.'
  if (wordsOnly === 0) return ''
  return `${entriesOf(wordsOnly)} ${wordsOnly === 1 ? 'is' : 'are'} found by words only: the encoder does not know the language, or does not take the text.`
}

/** Gain by the fitted weight; empty before it was fitted. */
export function describeEffect({ effect }: MeaningReport): string {
  if (!effect) return ''
  const { counts, fit } = effect
  if (!counts) return 'Meaning does not help here, so ranking uses words only.'
  if (!fit)
    return 'Meaning counts where words find little. How much it helps is measured once 20 FAQs have alternative questions.'
  const additionalHits = fit.found_with_meaning - fit.found_by_words
  const phrasings = `${formatNumber(fit.phrasings)} phrasings`
  const comparison = `${formatNumber(fit.found_with_meaning)} in first place, ${formatNumber(fit.found_by_words)} by words only`
  if (additionalHits > 0)
    return `Meaning counts: finds ${formatNumber(additionalHits)} more of ${phrasings} (${comparison}).`
  return `Meaning counts where words find little: of ${phrasings} it finds ${additionalHits === 0 ? 'as many' : `${formatNumber(-additionalHits)} fewer`} (${comparison}).`
}
