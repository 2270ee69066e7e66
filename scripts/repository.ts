import path from 'node:path'

/** Absolute path of the repository's root folder. */
export const root = path.resolve(import.meta.dirname, '..')

/** @returns an absolute path below the root */
export const inRoot = (...parts: string[]): string => path.join(root, ...parts)
