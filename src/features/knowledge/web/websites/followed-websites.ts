/** Websites whose crawl was started in this tab; their ends are announced here. */
const followed = new Set<string>()

export const followWebsite = (id: string): void => void followed.add(id)

/** Returns true once for a crawl that was started here and has ended. */
export const unfollowWebsite = (id: string): boolean => followed.delete(id)
