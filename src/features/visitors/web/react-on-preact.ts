// The parts of React that visitor pages and the custom elements use, implemented on Preact's core: the build replaces React with this file. The
// complete preact/compat would be a sixth of a visitor's download. A missing name fails the build.
import { type ComponentChild, type ContainerNode, createElement, hydrate, render } from 'preact'

export { createElement, Fragment } from 'preact'
export { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'

type Props = Record<string, unknown>

/** As in react/jsx-runtime. Preact's own makes its nodes a second way, which is more to load. */
export const jsx = (type: string, props: Props, key?: string) =>
  createElement(type, key === undefined ? props : { ...props, key })
export { jsx as jsxs }

/** As in react-dom/client: takes over what the server rendered. */
export function hydrateRoot(container: ContainerNode, tree: ComponentChild) {
  hydrate(tree, container)
  return { render: (tree: ComponentChild) => render(tree, container) }
}

/** As in react-dom/client: renders into an empty container. */
export const createRoot = (container: ContainerNode) => ({
  render: (tree: ComponentChild) => render(tree, container),
  unmount: () => render(null, container),
})
