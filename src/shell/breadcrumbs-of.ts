interface Entry {
  label: string
  to: string
}

/** The pages above the open page: the sidebar's entry, and the section if the page is below one. */
export function breadcrumbsOf(item: Entry | null, current: Entry | null, pathname: string): Entry[] {
  if (!item || !current) return []
  const isBelow = ({ to }: Entry) => pathname.startsWith(`${to}/`)
  const above = isBelow(item) ? [item] : []
  return current.to !== item.to && isBelow(current) ? [...above, current] : above
}
