/** How the panel follows what a phone's keyboard leaves of the screen. */
interface Space {
  top: number
  height: number
}

/**
 * What is left of the screen beside a keyboard that covers part of it; null when none does. A page that is magnified
 * shows less of itself too, but then the panel is to be magnified as well.
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
