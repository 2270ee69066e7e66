// What the visitors' pages use of React, made of Preact's core alone: the build puts this in React's place on their
// surfaces. All of preact/compat would be a sixth of what a visitor loads. A name that is missing here fails the build.
import { type ComponentChild, type ContainerNode, hydrate, options, render, type VNode } from 'preact'

export { useEffect, useMemo, useRef, useState } from 'preact/hooks'

const CAPITAL = /^stroke[A-Z]/

// Handlers expect the browser's own event inside of React's; Preact hands that one out directly.
options.event = (event) => Object.assign(event, { nativeEvent: event })

const before = options.vnode
// Drawings: React's names for attributes of SVG are not the browser's.
options.vnode = (vnode: VNode) => {
  const props = vnode.props as Record<string, unknown>
  if (vnode.type === 'svg' || vnode.type === 'path') {
    for (const name of Object.keys(props)) {
      if (!CAPITAL.test(name)) continue
      props[name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)] = props[name]
      delete props[name]
    }
  }
  before?.(vnode)
}

/** As in react-dom/client: takes over what the server rendered. */
export function hydrateRoot(container: ContainerNode, tree: ComponentChild) {
  hydrate(tree, container)
  return { render: (tree: ComponentChild) => render(tree, container) }
}
