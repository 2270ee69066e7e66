export const CALLOUT_TONES = ['note', 'tip', 'warning'] as const
export type CalloutTone = (typeof CALLOUT_TONES)[number]

/** Signs instead of words such as “Note”: a renderer does not know the language of the text. */
export const CALLOUT_SIGNS: Record<CalloutTone, string> = { note: 'ℹ️', tip: '💡', warning: '⚠️' }

/** Alerts of GitHub and the tones in which they are shown. */
const TONE_BY_ALERT: Record<string, CalloutTone> = {
  NOTE: 'note',
  INFO: 'note',
  IMPORTANT: 'note',
  TIP: 'tip',
  WARNING: 'warning',
  CAUTION: 'warning',
}

const ALERT_LINE = /^\[!(\w+)\]\s*$/u

/** True for a line such as `[!NOTE]`. */
export const isAlert = (sourceLine: string): boolean => ALERT_LINE.test(sourceLine)

/** The tone of a line such as `[!NOTE]`; undefined for any other line. */
export const calloutToneOf = (sourceLine: string): CalloutTone | undefined =>
  TONE_BY_ALERT[ALERT_LINE.exec(sourceLine)?.[1]?.toUpperCase() ?? '']

/** A callout in Markdown, as GitHub writes it. */
export const calloutToMarkdown = (calloutText: string, calloutTone: CalloutTone): string =>
  [`[!${calloutTone.toUpperCase()}]`, ...calloutText.split('\n')]
    .map((sourceLine) => (sourceLine === '' ? '>' : `> ${sourceLine}`))
    .join('\n')
