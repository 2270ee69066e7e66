import { escapeHtml } from '../../../kernel/escape-html.ts'

/** The border that a workspace's widget is set to. */
export interface WidgetBorder {
  widget_border_width: number
  widget_border_color: string
}

/** Options of a script tag: omitted attributes keep the widget's default. */
export interface TagOptions {
  mode: 'inline' | 'launcher'
  theme: '' | 'light' | 'dark'
  /** FAQs listed at a time; null for the default. */
  limit: number | null
  /** Pixels kept free for an inline widget; null for none. */
  minHeight: number | null
  position: 'bottom-right' | 'bottom-left'
  /** Text on the launcher's button; '' for a round one. */
  label: string
  /** True for a launcher in the color of the help page, which it takes from the server; false for a dark one. */
  hasPageColor: boolean
}

export const DEFAULT_TAG_OPTIONS: TagOptions = {
  mode: 'inline',
  theme: '',
  limit: null,
  minHeight: null,
  position: 'bottom-right',
  label: '',
  hasPageColor: true,
}

/** Color of the launcher that is dark on every workspace. */
export const DARK_LAUNCHER = '#12262e'

/** A tag's attributes in the order they are written. */
export type TagAttributes = readonly (readonly [name: string, value: string])[]

/** The attributes of the script tag that shows the workspace's widget. */
export function tagAttributes(
  workspaceId: string,
  { widget_border_width: width, widget_border_color: color }: WidgetBorder,
  tagOptions: TagOptions = DEFAULT_TAG_OPTIONS,
): TagAttributes {
  const isLauncher = tagOptions.mode === 'launcher'
  const attributeCandidates: [string, string | null][] = [
    ['data-workspace-id', workspaceId],
    ...(isLauncher
      ? ([
          ['data-mode', 'launcher'],
          ['data-position', tagOptions.position === 'bottom-left' ? tagOptions.position : null],
          ['data-label', tagOptions.label.trim() || null],
          ['data-color', tagOptions.hasPageColor ? null : DARK_LAUNCHER],
        ] satisfies [string, string | null][])
      : ([
          ['data-border-width', String(width)],
          ['data-border-color', color],
          ['data-min-height', tagOptions.minHeight === null ? null : String(tagOptions.minHeight)],
        ] satisfies [string, string | null][])),
    ['data-theme', tagOptions.theme || null],
    ['data-limit', tagOptions.limit === null ? null : String(tagOptions.limit)],
  ]
  return attributeCandidates.filter((attribute): attribute is [string, string] => attribute[1] !== null)
}

/** The script tag as HTML, in one line. */
export const scriptTag = (instanceOrigin: string, attributes: TagAttributes): string =>
  `<script async src="${instanceOrigin}/widget.js"${attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')}></script>`

/** Returns the script tag that shows the workspace's widget in place, with its border settings. */
export const embedSnippet = (instanceOrigin: string, workspaceId: string, widgetBorder: WidgetBorder): string =>
  scriptTag(instanceOrigin, tagAttributes(workspaceId, widgetBorder))

/** Returns a React component that inserts the tag in place and removes it when it unmounts. */
export function reactSnippet(instanceOrigin: string, attributes: TagAttributes): string {
  const attributeLines = attributes.map(
    ([name, value]) => `    script.setAttribute('${name}', ${JSON.stringify(value)})`,
  )
  return `import { useEffect, useRef } from 'react'

export function HelpWidget() {
  const place = useRef(null)
  useEffect(() => {
    const script = document.createElement('script')
    script.async = true
    script.src = '${instanceOrigin}/widget.js'
${attributeLines.join('\n')}
    place.current?.append(script)
    return () => script.remove()
  }, [])
  return <div ref={place} />
}`
}
