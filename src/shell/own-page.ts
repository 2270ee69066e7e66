/** Whether a path is the profile: the person's own affairs stay reachable whatever their session or workspace lacks. */
export const isOwnPage = (path: string): boolean => /^(\/dashboard)?\/profile\/?$/.test(path)
