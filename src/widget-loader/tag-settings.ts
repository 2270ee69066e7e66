/** Settings of a script tag: its `data-` attributes. */
export type TagData = Readonly<Record<string, string | undefined>>

export const BORDER_WIDTH_MAX = 16
export const BORDER_COLOR = '#e5e7eb'
export const MIN_HEIGHT_MAX = 4_000
/** A frame that claims to be taller than this is not believed. */
export const HEIGHT_MAX = 20_000
/** Initial height of a frame without a reserved height. All values are in pixels. */
export const HEIGHT_AT_FIRST = 320

/** A whole number from 0 to `most`; 0 for what is no number. */
export const clamped = (text: unknown, most: number): number =>
  Math.min(most, Math.max(0, Math.round(Number(text)) || 0))

/** Returns true when the browser accepts the text as a color. Any text with a variable would be accepted, too. */
export const isColor = (text: string): boolean => !text.includes('var(') && CSS.supports('color', text)

/** Returns the color as written, or the fallback. */
export const color = (text: string | undefined, fallback: string, known: (text: string) => boolean): string =>
  text && known(text) ? text : fallback

/** The page's address without query and fragment. */
export const pageOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''

/** Returns the frame's URL with the settings of the tag, and with the embedding page without query and fragment. */
export function frameAddress(origin: string, data: TagData, page: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of [
    ['workspace_id', data.workspaceId],
    ['limit', data.limit],
    ['theme', data.theme],
    ['lang', data.lang],
    ['mode', data.mode],
    ['page_url', pageOf(page)],
  ] as const)
    if (value) query.set(name, value)
  return `${origin}/widget/frame?${query}`
}
