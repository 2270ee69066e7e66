import { style } from './styled.ts'
import {
  BORDER_COLOR,
  BORDER_WIDTH_MAX,
  clamped,
  color,
  frameAddress,
  HEIGHT_AT_FIRST,
  HEIGHT_MAX,
  isColor,
  MIN_HEIGHT_MAX,
} from './tag-settings.ts'

/** The element for one script tag. */
export interface Mounted {
  /** Puts it where the tag is, if it is elsewhere. */
  place(): void
  destroy(): void
}

/** The help page as a frame right behind its script tag, as tall as its content. */
export function mountInline(tag: HTMLScriptElement, origin: string): Mounted {
  const data = tag.dataset
  const frame = document.createElement('iframe')
  const border = clamped(data.borderWidth, BORDER_WIDTH_MAX)
  const least = clamped(data.minHeight, MIN_HEIGHT_MAX)

  frame.title = data.title || 'Help'
  frame.loading = 'lazy'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  style(frame, {
    all: 'initial',
    display: 'block',
    'box-sizing': 'border-box',
    width: '100%',
    height: `${least || HEIGHT_AT_FIRST}px`,
    border: `${border}px solid ${color(data.borderColor, BORDER_COLOR, isColor)}`,
    'border-radius': '12px',
    'color-scheme': 'light dark',
  })

  const listen = ({ origin: from, source, data: message }: MessageEvent) => {
    if (from !== origin || source !== frame.contentWindow || message?.type !== 'answerloom:resize') return
    const height = clamped(message.height, HEIGHT_MAX)
    if (height) style(frame, { height: `${Math.max(least, height + 2 * border)}px` })
  }
  addEventListener('message', listen)
  frame.src = frameAddress(origin, data, location.href)

  return {
    place() {
      // Elements in the head are not rendered.
      const parent = document.head.contains(tag) ? document.body : tag.parentNode
      if (!parent || frame.parentNode === parent) return
      if (parent === tag.parentNode) tag.after(frame)
      else parent.append(frame)
    },
    destroy() {
      removeEventListener('message', listen)
      frame.remove()
    },
  }
}
