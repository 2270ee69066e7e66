import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../../../web/ui/class-names.ts'
import collectionsCss from '../collections/collections.css?inline'
import frameCss from '../frame.css?inline'

interface PreviewFrameProps {
  title: string
  /** The looks as a style sheet. */
  brand: string
  theme: 'light' | 'dark'
  lang: string
  dir: 'ltr' | 'rtl'
  style?: CSSProperties
  className?: string
  /** Called with the height of the content in pixels when it changes. */
  onHeight?: (height: number) => void
  children: ReactNode
}

/** A separate document, so that width, color scheme and style sheet are the visitors' and not the dashboard's. */
const EMPTY = '<!doctype html><html><head><title>Preview</title></head><body></body></html>'

/** A sheet made in the document's own world, which is the only one it may belong to. Null where the frame is gone. */
function addSheet(document: Document, css: string): CSSStyleSheet | null {
  const Sheet = document.defaultView?.CSSStyleSheet
  if (!Sheet) return null
  const sheet = new Sheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return sheet
}

/** Links show where they lead and leave the editor alone. */
function handleLinkClicks(event: MouseEvent) {
  const anchor = (event.target as Element).closest('a')
  if (!anchor) return
  event.preventDefault()
  const href = anchor.getAttribute('href') ?? ''
  if (!href.startsWith('#')) return void window.open(anchor.href, '_blank', 'noopener')
  const faq = anchor.ownerDocument.getElementById(href.slice(1))?.closest('details')
  if (!faq) return
  faq.open = true
  faq.querySelector('summary')?.focus()
}

/** Shows visitors' components inside a frame, rendered from here: what is edited shows without a request. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { title, brand, theme, lang, dir, style, className, onHeight, children } = props
  const [inside, setInside] = useState<Document | null>(null)

  useLayoutEffect(() => {
    if (!inside) return
    const sheet = addSheet(inside, '')
    sheet?.replaceSync(brand)
    return () => {
      inside.adoptedStyleSheets = inside.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [inside, brand])

  useLayoutEffect(() => {
    if (!inside) return
    const { documentElement: root } = inside
    root.dataset.theme = theme
    root.lang = lang
    root.dir = dir
  }, [inside, theme, lang, dir])

  useEffect(() => {
    if (!inside || !onHeight) return
    const observer = new ResizeObserver(() => onHeight(Math.ceil(inside.body.getBoundingClientRect().height)))
    observer.observe(inside.body)
    return () => observer.disconnect()
  }, [inside, onHeight])

  return (
    <>
      <iframe
        title={title}
        srcDoc={EMPTY}
        style={style}
        className={cx('block bg-paper', className)}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (!contentDocument || contentDocument === inside) return
          addSheet(contentDocument, frameCss)
          addSheet(contentDocument, collectionsCss)
          contentDocument.addEventListener('click', handleLinkClicks)
          // Forms and links without a script would navigate the frame away.
          contentDocument.addEventListener('submit', (event) => event.preventDefault())
          setInside(contentDocument)
        }}
      />
      {inside && createPortal(children, inside.body)}
    </>
  )
}
