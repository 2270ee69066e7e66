// The parts of React that visitor pages and the custom elements use, implemented on Preact's core: the build replaces React with this file. The
// complete preact/compat would be a sixth of a visitor's download. A missing name fails the build.
import { type ComponentChild, type ContainerNode, createElement, hydrate, render } from 'preact'

export { createElement, Fragment } from 'preact'
export { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'

type ElementProps = Record<string, unknown>

/** As in react/jsx-runtime. Preact's own makes its nodes a second way, which is more to load. */
export const jsx = (elementType: string, elementProps: ElementProps, elementKey?: string) =>
  createElement(elementType, elementKey === undefined ? elementProps : { ...elementProps, key: elementKey })
export { jsx as jsxs }

/** As in react-dom/client: takes over what the server rendered. */
export function hydrateRoot(container: ContainerNode, initialTree: ComponentChild) {
  hydrate(initialTree, container)
  return { render: (nextTree: ComponentChild) => render(nextTree, container) }
}

/** As in react-dom/client: renders into an empty container. */
export const createRoot = (container: ContainerNode) => ({
  render: (tree: ComponentChild) => render(tree, container),
  unmount: () => render(null, container),
})
