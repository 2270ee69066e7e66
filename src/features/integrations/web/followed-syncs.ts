/** Integrations whose import was begun in this tab: how it ends is told here. */
const followed = new Set<string>()

export const followSync = (id: string): void => void followed.add(id)

/** Whether it was begun here; asked once, when it has ended. */
export const unfollowSync = (id: string): boolean => followed.delete(id)
