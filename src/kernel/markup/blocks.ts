import type { CalloutTone } from './callouts.ts'

/**
 * The markup of answers: a safe part of Markdown. Renderers put every text into text nodes and know only these
 * elements, so a text cannot add elements, attributes or scripts of its own.
 */
export type MarkupInline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: MarkupInline[] }
  /** `href` begins with http://, https:// or mailto:, and names a host without credentials. */
  | { kind: 'link'; href: string; children: MarkupInline[] }
  /** An image of our own storage, and its size in pixels. `src` is a path, or has the origin of our server before it. */
  | { kind: 'image'; src: string; alt: string; width: number; height: number }

export type MarkupBlock =
  | { kind: 'paragraph'; children: MarkupInline[] }
  | { kind: 'heading'; level: number; children: MarkupInline[] }
  /** `start` is the first item's number; 1 for bullets. */
  | { kind: 'list'; ordered: boolean; start: number; items: MarkupBlock[][] }
  | { kind: 'table'; header: MarkupInline[][]; rows: MarkupInline[][][] }
  | { kind: 'code'; text: string }
  /** Blocks that are set apart: `> [!NOTE]`, `> [!TIP]` or `> [!WARNING]` in Markdown. */
  | { kind: 'callout'; tone: CalloutTone; children: MarkupBlock[] }

export interface MarkupOptions {
  /** Address that relative links lead on from; without it, they are shown as plain text. */
  base?: string | null
}
