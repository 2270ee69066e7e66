import type { PageLanguage } from '../../../kernel/languages.ts'
import type { SmallTalkKind } from './small-talk.ts'
import replies from './small-talk-replies.json' with { type: 'json' }

/** Replies to small talk where the owner has written none. A module of its own: only the settings show them. */
export const DEFAULT_REPLIES: Record<PageLanguage, Record<SmallTalkKind, string>> = replies
