const SVG = 'http://www.w3.org/2000/svg'

/** An element with its attributes and content. No markup is parsed: Trusted Types forbid it on some pages. */
export function part<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...content)
  return element
}

/** A 24 px icon in the current text color. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  const drawing = document.createElementNS(SVG, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  drawing.setAttribute('d', path)
  svg.append(drawing)
  return svg
}

/** A cross with a name for screen readers. */
export const closeButton = (label: string): HTMLButtonElement =>
  part('button', { type: 'button', class: 'shut', 'aria-label': label }, icon('m6 6 12 12M18 6 6 18'))
