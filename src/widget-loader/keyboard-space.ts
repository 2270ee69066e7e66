/** Fits the panel to the screen above a phone's keyboard. */
interface Space {
  top: number
  height: number
}

/**
 * Returns the visible part of the screen when a keyboard covers some of it; null otherwise. A zoomed page also shows
 * less, but then the panel should be zoomed as well.
 */
export function spaceBesideKeyboard(
  visible: { height: number; offsetTop: number; scale: number },
  windowHeight: number,
): Space | null {
  if (visible.scale > 1.01 || windowHeight - visible.height < 1) return null
  return { top: Math.round(visible.offsetTop), height: Math.round(visible.height) }
}

/** Keeps the panel within the visible part of the screen. @returns how to stop */
export function followKeyboard(panel: HTMLElement): () => void {
  const visible = window.visualViewport
  if (!visible) return () => {}
  const follow = () => {
    const space = spaceBesideKeyboard(visible, innerHeight)
    for (const [name, value] of [
      ['--top', space && `${space.top}px`],
      ['--height', space && `${space.height}px`],
    ] as const)
      if (value) panel.style.setProperty(name, value)
      else panel.style.removeProperty(name)
  }
  visible.addEventListener('resize', follow)
  visible.addEventListener('scroll', follow)
  follow()
  return () => {
    visible.removeEventListener('resize', follow)
    visible.removeEventListener('scroll', follow)
  }
}
