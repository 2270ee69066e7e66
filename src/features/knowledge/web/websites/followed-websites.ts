/** Websites whose crawl was started in this tab; their ends are announced here. */
const followedWebsites = new Set<string>()

export const followWebsite = (websiteId: string): void => void followedWebsites.add(websiteId)

/** Returns true once for a crawl that was started here and has ended. */
export const unfollowWebsite = (websiteId: string): boolean => followedWebsites.delete(websiteId)
