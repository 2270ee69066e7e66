/**
 * A header's text by itself, for where it is remembered: as a part of a longer text it would keep the whole of that in
 * memory, the request's other headers among it.
 */
export const ownCopy = (header: string): string => Buffer.from(header, 'latin1').toString('latin1')
