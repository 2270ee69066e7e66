export const CALLOUT_TONES = ['note', 'tip', 'warning'] as const
export type CalloutTone = (typeof CALLOUT_TONES)[number]

/** Signs instead of words such as “Note”: a renderer does not know the language of the text. */
export const CALLOUT_SIGNS: Record<CalloutTone, string> = { note: 'ℹ️', tip: '💡', warning: '⚠️' }

/** Alerts of GitHub and the tones in which they are shown. */
const TONES: Record<string, CalloutTone> = {
  NOTE: 'note',
  INFO: 'note',
  IMPORTANT: 'note',
  TIP: 'tip',
  WARNING: 'warning',
  CAUTION: 'warning',
}

const ALERT = /^\[!(\w+)\]\s*$/u

/** True for a line such as `[!NOTE]`. */
export const isAlert = (line: string): boolean => ALERT.test(line)

/** The tone of a line such as `[!NOTE]`; undefined for any other line. */
export const toneOf = (line: string): CalloutTone | undefined => TONES[ALERT.exec(line)?.[1]?.toUpperCase() ?? '']

/** A callout in Markdown, as GitHub writes it. */
export const calloutToMarkdown = (text: string, tone: CalloutTone): string =>
  [`[!${tone.toUpperCase()}]`, ...text.split('\n')].map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
