interface BreadcrumbEntry {
  label: string
  to: string
}

/** The pages above the open page: the sidebar's entry, and the section if the page is below one. */
export function breadcrumbsOf(
  currentItem: BreadcrumbEntry | null,
  current: BreadcrumbEntry | null,
  pathname: string,
): BreadcrumbEntry[] {
  if (!currentItem || !current) return []
  const isAncestor = ({ to }: BreadcrumbEntry) => pathname.startsWith(`${to}/`)
  const ancestors = isAncestor(currentItem) ? [currentItem] : []
  return current.to !== currentItem.to && isAncestor(current) ? [...ancestors, current] : ancestors
}
