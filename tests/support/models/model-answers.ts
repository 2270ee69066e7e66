// Answers that all fakes of hosted models share: built from the passages in the prompt, according to a mode.

/**
 * `good`: answers with the first passage's first sentence and cites it. `counted`: also reports `COUNTED` as usage.
 * `slow`: pauses before each word. `in_two`: sends two sentences, the second when `goOn` is called. `rate_limited`: 429
 * with Retry-After. `down`: 503. `overloaded`: the same in the provider's own form. `unauthorized`: 401. `broken`:
 * closes the connection in mid-stream. `error_first`: starts the stream with an error event. `error_midway`: sends an
 * error event, then ends normally. `unfinished`: ends without a finish reason. `filtered`: stopped by a filter.
 * `refused`: the model refuses in its own words. `cut_short`: reaches the length limit. `thoughtful`: reaches the limit
 * before its first word. `garbled`: sends a malformed event in mid-stream. `empty`: writes nothing. `nonsense`: writes
 * without a citation. `false_citations`: cites passages that don't exist. `hang`: accepts and never answers.
 * `hang_midway`: stops sending after the first words. `obedient`: follows instructions in the passages. `not_found`:
 * says that the passages lack the answer. `thinking_aloud`: thinks and calls a tool before it answers. `endless`: repeats
 * its answer a thousand times.
 */
export type LlmMode =
  | 'good'
  | 'counted'
  | 'slow'
  | 'in_two'
  | 'rate_limited'
  | 'down'
  | 'overloaded'
  | 'unauthorized'
  | 'broken'
  | 'error_first'
  | 'error_midway'
  | 'unfinished'
  | 'filtered'
  | 'refused'
  | 'cut_short'
  | 'thoughtful'
  | 'garbled'
  | 'empty'
  | 'nonsense'
  | 'false_citations'
  | 'hang'
  | 'hang_midway'
  | 'obedient'
  | 'not_found'
  | 'thinking_aloud'
  | 'endless'

/** Why a stream ended. */
export type Ending = 'complete' | 'filtered' | 'refused' | 'length'

const ENDINGS: Partial<Record<LlmMode, Ending>> = {
  filtered: 'filtered',
  refused: 'refused',
  cut_short: 'length',
  thoughtful: 'length',
}
export const endingOf = (mode: LlmMode): Ending => ENDINGS[mode] ?? 'complete'

/** The tokens that an answer in the mode `counted` has cost. */
export const COUNTED = { prompt_tokens: 321, completion_tokens: 12, total_tokens: 333 }

const NOT_FOUND = 'NOT_IN_PASSAGES'

/** The numbered passages of the prompt, without their titles where they have a text. */
function passagesIn(prompt: string): { number: number; body: string }[] {
  return [...prompt.matchAll(/<passage number="(\d+)">\n([^\n]*)\n?([\s\S]*?)\n<\/passage>/g)].map((match) => ({
    number: Number(match[1]),
    body: (match[3] ?? '').trim() || (match[2] ?? ''),
  }))
}

const sentencesOf = (passage: string): string[] => passage.match(/\S[\s\S]*?(?:[.!?](?=\s|$)|$)/g) ?? []

/** Translations that the fakes know. */
const TRANSLATIONS: Record<string, string> = {
  '¿Cuánto cuestan los planes?': 'How much do the plans cost?',
  'Combien coûtent les forfaits ?': 'How much do the plans cost?',
  'Was kosten die Tarife?': 'How much do the plans cost?',
}

const REPLY_IN: Record<string, string> = {
  '¿Cuánto cuestan los planes?': 'El plan Starter cuesta 29 dólares al mes.',
  'Combien coûtent les forfaits ?': 'Le forfait Starter coûte 29 dollars par mois.',
  'Was kosten die Tarife?': 'Der Tarif Starter kostet 29 Dollar im Monat.',
}

const questionIn = (prompt: string): string => /<question>\n([\s\S]*?)\n<\/question>/.exec(prompt)?.[1] ?? ''

/** Replies to the prompts that prepare or review an answer; null for a prompt that asks for one. */
function helperReply(prompt: string): string | null {
  if (prompt.startsWith('Translate ')) return TRANSLATIONS[questionIn(prompt)] ?? questionIn(prompt)
  const statements = [...prompt.matchAll(/<statement number="(\d+)"/g)]
  return statements.length > 0 ? statements.map(([, number]) => `${number} yes`).join('\n') : null
}

function answerFor(mode: LlmMode, prompt: string): string {
  const [first] = passagesIn(prompt)
  const reply = helperReply(prompt) ?? (first && REPLY_IN[questionIn(prompt)])
  if ((mode === 'good' || mode === 'counted') && reply) return helperReply(prompt) ?? `${reply} [1]`
  switch (mode) {
    case 'empty':
    case 'thoughtful':
      return ''
    case 'nonsense':
      return 'Purple clocks sing quietly about seventeen unrelated mountains.'
    case 'false_citations':
      return 'You get a full refund within 400 days [97] and a free bicycle [42].'
    case 'obedient':
      return (
        /(?:say|reply with|answer with)\s+["“]?([^"”.\n]+)/i.exec(prompt)?.[1] ?? 'Nothing told me what to say [1].'
      )
    case 'not_found':
      return NOT_FOUND
    case 'thinking_aloud':
      return `<think>The secret is in [1]. ${first?.body} [1]</think> <tool_call>{"secret": 1}</tool_call> ${first ? `${sentencesOf(first.body)[0]} [${first.number}]` : NOT_FOUND}`
    case 'endless':
      return first ? `${sentencesOf(first.body)[0]} [${first.number}] `.repeat(1_000) : NOT_FOUND
    case 'refused':
      return 'I cannot help with that.'
    case 'in_two':
      return first
        ? sentencesOf(first.body)
            .slice(0, 2)
            .map((sentence) => `${sentence} [${first.number}]`)
            .join(' ')
        : NOT_FOUND
    default:
      return first ? `${sentencesOf(first.body)[0]} [${first.number}]` : NOT_FOUND
  }
}

/** The answer in the pieces in which it is streamed. */
export const wordsFor = (mode: LlmMode, prompt: string): string[] => answerFor(mode, prompt).match(/\S+\s*/g) ?? []
