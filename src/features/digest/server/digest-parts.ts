import type { DigestPart } from './digest-part.ts'
import { failingTests } from './failing-tests.ts'
import { newGaps } from './new-gaps.ts'
import { peopleWaiting } from './people-waiting.ts'

/** Sections of a digest in their order. Visitors' texts are passed unmasked: the email masks them. */
export const digestParts: readonly DigestPart[] = [newGaps, failingTests, peopleWaiting]
