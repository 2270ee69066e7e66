/** Returns true for the profile page, which stays reachable without a workspace and without the second factor. */
export const isProfilePath = (path: string): boolean => /^(\/dashboard)?\/profile\/?$/.test(path)
