import type { DigestPart } from './digest-part.ts'
import { failingTests } from './failing-tests.ts'
import { newGaps } from './new-gaps.ts'
import { peopleWaiting } from './people-waiting.ts'

/** What digests are made of, in their order. Texts of visitors go in as they are: the mail masks them. */
export const digestParts: readonly DigestPart[] = [newGaps, failingTests, peopleWaiting]
